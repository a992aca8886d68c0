// A seat at a match over socket.io's protocol on a plain WebSocket. It reads only the fields it needs,
// so that the measured server, not this client, is what is busy.

const WebSocket = require("ws");

const SPACE = "/count,";

class Seat {
  // `hear` is told of each update: the state's number, who moved, and whose turn it is.
  constructor(port, order, match, id, hear) {
    Object.assign(this, { port, match, id, hear });
    this.last = 0;
  }

  sit() {
    return new Promise((resolve, reject) => {
      this.ready = resolve;
      this.socket = new WebSocket(
        `ws://127.0.0.1:${this.port}/socket.io/?EIO=4&transport=websocket`,
        { perMessageDeflate: false },
      );
      this.socket.on("error", reject);
      this.socket.on("message", (data) => this.read(data.toString()));
    });
  }

  emit(...message) {
    this.socket.send(`42${SPACE}${JSON.stringify(message)}`);
  }

  read(text) {
    if (text === "2") this.socket.send("3");
    else if (text[0] === "0") this.socket.send(`40${SPACE}`);
    else if (text.startsWith(`40${SPACE}`)) this.emit("sync", this.match, this.id, undefined, 2);
    else if (text.startsWith(`42${SPACE}["sync"`)) this.ready();
    else if (text.startsWith(`42${SPACE}["update"`)) {
      const state = number(text, '"_stateID":');
      this.last = Math.max(this.last, state);
      this.hear(state, field(text, '"playerID":"'), field(text, '"currentPlayer":"'));
    }
  }

  move() {
    const payload = { type: "add", args: [], playerID: this.id };
    this.emit("update", { type: "MAKE_MOVE", payload }, this.last, this.match, this.id);
  }
}

function number(text, label) {
  const from = text.indexOf(label) + label.length;
  return Number.parseInt(text.slice(from, from + 12), 10);
}

function field(text, label) {
  const from = text.lastIndexOf(label) + label.length;
  return text.slice(from, text.indexOf('"', from));
}

module.exports = { Seat };
