// boardgame.io's own server. It is given its best: production mode, no undo history, no logging.
//
//   node server.js PORT alternating|simultaneous memory|files [FOLDER]

process.env.NODE_ENV = "production";

const { FlatFile, Server } = require("boardgame.io/server");
const { gameOf } = require("./game.js");

const [port, order, storage, folder] = process.argv.slice(2);

const options = { games: [gameOf(order)], origins: [/^http:\/\/127\.0\.0\.1/] };
if (storage === "files") options.db = new FlatFile({ dir: folder });

Server(options)
  .run({ port: Number(port), callback: () => {} })
  .then(({ appServer }) => {
    process.stdout.write(`${JSON.stringify({ port: appServer.address().port })}\n`);
  });
