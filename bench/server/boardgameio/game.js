// A game that does next to nothing, so that the server is measured and not the game.

const { ActivePlayers } = require("boardgame.io/core");

const turns = {
  alternating: { minMoves: 1, maxMoves: 1 },
  simultaneous: { activePlayers: ActivePlayers.ALL },
};

exports.gameOf = (order, more = {}) => ({
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
      ...more,
    },
  },
});
