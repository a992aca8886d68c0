// Plays so many matches against server.js over real sockets and prints, as JSON, how many moves a
// second were acknowledged and how long it took until the mover and the other side saw them. A line
// before that says when measuring begins.
//
//   node client.js PORT lean|own alternating|simultaneous MATCHES SECONDS [MOVES_PER_SECOND]
//
// Seats are `lean.js`, of few instructions, or `own.js`, boardgame.io's own client.

const [port, kind, order, matches, seconds, rate] = process.argv.slice(2);
const { Seat } = kind === "own" ? require("./own.js") : require("./lean.js");
const WARM_UP = 1000; // milliseconds that do not count
const PATIENCE = 20_000; // milliseconds until everybody must be seated
const gap = rate ? (1000 * Number(matches)) / Number(rate) : 0; // milliseconds between moves of a match
const pace = order === "alternating" ? gap : 2 * gap; // milliseconds between two beats of a clock

const acknowledged = []; // milliseconds until the mover saw it, one per move
const seen = []; // milliseconds until the other side saw it
let measuring = false;
let stopped = false;

class Player {
  constructor(match, number) {
    this.match = match;
    this.id = String(number);
    this.clock = order === "alternating" ? match : match + this.id;
    this.last = -1; // the newest state seen
    this.other = null;
    this.sentAt = 0; // of the move under way
    this.unseen = []; // when the moves were sent that the other side has not seen yet
    this.seat = new Seat(port, order, match, this.id, (...update) => this.see(...update));
  }

  sit() {
    return this.seat.sit();
  }

  // Both sides see each move exactly once, in order.
  see(state, mover, turn) {
    if (state <= this.last) return;
    this.last = state;
    const now = performance.now();
    const mine = mover === this.id;
    if (mine) {
      if (measuring) acknowledged.push(now - this.sentAt);
    } else {
      const sentAt = this.other.unseen.shift();
      if (measuring) seen.push(now - sentAt);
    }
    if (order === "alternating" ? turn === this.id : mine) this.moveWhenDue(now);
  }

  moveWhenDue(now) {
    if (!gap) {
      this.move();
      return;
    }
    let due = dues.get(this.clock) + pace;
    if (now > due) due += Math.floor((now - due) / pace) * pace;
    this.moveAt(due, now);
  }

  moveAt(due, now) {
    dues.set(this.clock, due);
    setTimeout(() => this.move(), Math.max(0, due - now));
  }

  move() {
    if (stopped) return;
    this.sentAt = performance.now();
    this.unseen.push(this.sentAt);
    this.seat.move();
  }
}

// Matches keep a beat of their own, as tables of our own load test do (`loadtest/pace.py`): a pause of
// the server does not bring them into step. Who is late moves at once; beats missed altogether are left
// out.
const dues = new Map(); // by clock: one a match, or one a player where both may always move

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
      const now = performance.now();
      player.moveAt(now + Math.random() * pace, now);
    }
  }
  await pause(WARM_UP + pace);
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
