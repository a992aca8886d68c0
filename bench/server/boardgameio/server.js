// boardgame.io's own server with a game that does next to nothing, so that the server is measured
// and not the game. It is given its best: production mode, no undo history, no logging.
//
//   node server.js PORT alternating|simultaneous memory|files [FOLDER]

process.env.NODE_ENV = "production";

const { FlatFile, Server } = require("boardgame.io/server");
const { ActivePlayers } = require("boardgame.io/core");

const [port, order, storage, folder] = process.argv.slice(2);

const turns = {
  alternating: { minMoves: 1, maxMoves: 1 },
  simultaneous: { activePlayers: ActivePlayers.ALL },
};

const game = {
  name: "count",
  disableUndo: true,
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ count: 0 }),
  turn: turns[order],
  moves: {
    add: {
      move: ({ G }) => {
        G.count += 1;
      },
      ignoreStaleStateID: true, // else one of two who move at once is silently ignored
    },
  },
};

const options = { games: [game], origins: [/^http:\/\/127\.0\.0\.1/] };
if (storage === "files") options.db = new FlatFile({ dir: folder });

Server(options)
  .run({ port: Number(port), callback: () => {} })
  .then(({ appServer }) => {
    process.stdout.write(`${JSON.stringify({ port: appServer.address().port })}\n`);
  });
