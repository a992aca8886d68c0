// A seat at a match with boardgame.io's own client, as its players have it in their browsers.

process.env.NODE_ENV = "production";

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { gameOf } = require("./game.js");

class Seat {
  // `hear` is told of each update: the state's number, who moved, and whose turn it is.
  constructor(port, order, match, id, hear) {
    this.client = Client({
      game: gameOf(order, { client: false }), // no guess at the outcome: what is seen is the server's
      matchID: match,
      playerID: id,
      numPlayers: 2,
      debug: false,
      multiplayer: SocketIO({
        server: `http://127.0.0.1:${port}`,
        socketOpts: { transports: ["websocket"] },
      }),
    });
    this.hear = hear;
  }

  sit() {
    return new Promise((resolve) => {
      let last = -1;
      this.client.subscribe((state) => {
        if (state === null) return;
        resolve();
        if (state._stateID <= last) return;
        last = state._stateID;
        const moved = state.log.findLast((entry) => entry.action.type === "MAKE_MOVE");
        if (moved) this.hear(last, moved.action.payload.playerID, state.ctx.currentPlayer);
      });
      this.client.start();
    });
  }

  move() {
    this.client.moves.add();
  }
}

module.exports = { Seat };
