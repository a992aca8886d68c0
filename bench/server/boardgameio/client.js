// Plays so many matches against server.js over real sockets and prints, as JSON, how many moves a
// second were acknowledged and how long it took until the mover and the other side saw them. A line
// before that says when measuring begins.
//
// It speaks socket.io's protocol over plain WebSockets and reads only the two fields it needs, so
// that the measured server, not this client, is what is busy.
//
//   node client.js PORT alternating|simultaneous MATCHES SECONDS [MOVES_PER_SECOND]

const WebSocket = require("ws");

const [port, order, matches, seconds, rate] = process.argv.slice(2);
const SPACE = "/count,";
const WARM_UP = 1000; // milliseconds that do not count
const PATIENCE = 20_000; // milliseconds until everybody must be seated
const gap = rate ? (1000 * Number(matches)) / Number(rate) : 0; // milliseconds between moves of a match

const acknowledged = []; // milliseconds until the mover saw it, one per move
const seen = []; // milliseconds until the other side saw it
let measuring = false;
let stopped = false;

class Player {
  constructor(match, number) {
    this.match = match;
    this.id = String(number);
    this.last = -1; // the newest state seen
    this.other = null;
    this.sentAt = 0; // of the move under way; 0: none
    this.unseen = []; // when the moves were sent that the other side has not seen yet
    this.due = 0;
  }

  sit() {
    return new Promise((resolve, reject) => {
      this.ready = resolve;
      this.socket = new WebSocket(
        `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`,
        { perMessageDeflate: false },
      );
      this.socket.on("error", reject);
      this.socket.on("message", (data) => this.hear(data.toString()));
    });
  }

  emit(...message) {
    this.socket.send(`42${SPACE}${JSON.stringify(message)}`);
  }

  hear(text) {
    if (text === "2") this.socket.send("3");
    else if (text[0] === "0") this.socket.send(`40${SPACE}`);
    else if (text.startsWith(`40${SPACE}`)) this.emit("sync", this.match, this.id, undefined, 2);
    else if (text.startsWith(`42${SPACE}["sync"`)) this.ready();
    else if (text.startsWith(`42${SPACE}["update"`)) this.see(text);
  }

  see(text) {
    const state = number(text, '"_stateID":');
    if (state <= this.last) return;
    this.last = state;
    const now = performance.now();
    if (order === "alternating") this.takeTurn(text, now);
    else this.race(text, now);
  }

  // Who moved last is told in the update's log; both sides see each move exactly once, in order.
  mover(text) {
    return field(text, '"playerID":"');
  }

  settle(text, now) {
    if (this.mover(text) === this.id) {
      if (measuring) acknowledged.push(now - this.sentAt);
      this.sentAt = 0;
      return true;
    }
    const sentAt = this.other.unseen.shift();
    if (measuring) seen.push(now - sentAt);
    return false;
  }

  takeTurn(text, now) {
    this.settle(text, now);
    if (field(text, '"currentPlayer":"') === this.id) this.moveWhenDue(now);
  }

  race(text, now) {
    if (this.settle(text, now)) this.moveWhenDue(now);
  }

  moveWhenDue(now) {
    if (!gap) {
      this.move();
      return;
    }
    const pace = order === "alternating" ? gap : 2 * gap;
    const clock = order === "alternating" ? this.match : this.match + this.id;
    const due = Math.max((dues.get(clock) ?? now) + pace, now);
    dues.set(clock, due);
    setTimeout(() => this.move(), due - now);
  }

  move() {
    if (stopped) return;
    this.sentAt = performance.now();
    this.unseen.push(this.sentAt);
    const payload = { type: "add", args: [], playerID: this.id };
    this.emit("update", { type: "MAKE_MOVE", payload }, Math.max(this.last, 0), this.match, this.id);
  }
}

const dues = new Map();

function number(text, label) {
  const from = text.indexOf(label) + label.length;
  return Number.parseInt(text.slice(from, from + 12), 10);
}

function field(text, label) {
  const from = text.lastIndexOf(label) + label.length;
  return text.slice(from, text.indexOf('"', from));
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

function summary(times) {
  const sorted = Float64Array.from(times).sort();
  return { p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95), p99: percentile(sorted, 0.99) };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function main() {
  const players = [];
  for (let match = 0; match < Number(matches); match += 1) {
    const pair = [0, 1].map((number) => new Player(`m${process.pid}x${match}`, number));
    [pair[0].other, pair[1].other] = [pair[1], pair[0]];
    for (const player of pair) {
      await Promise.race([
        player.sit(),
        pause(PATIENCE).then(() => Promise.reject(new Error("the server did not answer"))),
      ]);
    }
    players.push(...pair);
  }
  for (const player of players) {
    if (order === "simultaneous" || player.id === "0") {
      // Paced matches begin spread over one gap, as matches of people would be.
      setTimeout(() => player.move(), Math.random() * gap);
    }
  }
  await pause(WARM_UP + gap);
  process.stdout.write('"measuring"\n');
  const used = process.cpuUsage();
  const began = performance.now();
  measuring = true;
  await pause(1000 * Number(seconds));
  measuring = false;
  const took = (performance.now() - began) / 1000;
  const spent = process.cpuUsage(used);
  stopped = true;
  const result = {
    moves: acknowledged.length,
    seconds: took,
    moves_per_second: acknowledged.length / took,
    acknowledged: summary(acknowledged),
    seen: summary(seen),
    client_cpu: (spent.user + spent.system) / 1e6 / took,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
