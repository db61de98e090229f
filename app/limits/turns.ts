import type { QuotaLimits } from './network-quota.ts';

export interface RequestSender {
  /** Who counts as one sender, such as a network; undefined if many share it, who then count only towards the total. */
  lane: string | undefined;
  /** A known sender has its own turns, whatever strangers send. */
  isKnown: boolean;
  /** A short request only waits for a commit that it shares with others: several begin together, in a lane of their own. */
  isShort?: boolean;
  hasLeft: () => boolean;
}

/** For strangers and for known senders each. Any number of short requests may run at once. */
interface TurnLimits {
  atOnce: number;
  atOncePerLane: number;
  waiting: number;
  waitingPerLane: number;
}

/** Why there is no turn: too many wait already, in the same lane or in all, or the sender has left. */
type NoTurn = keyof QuotaLimits | 'left';

export interface Turns {
  /** Returns a function that ends the turn; calling it again changes nothing. */
  take: (sender: RequestSender) => Promise<(() => void) | NoTurn>;
  size: () => { waiting: number; begun: number; refused: number };
}

/** Long requests mostly wait for the database or an identity provider, and hold their page in memory meanwhile. */
const MOST: TurnLimits = { atOnce: 24, atOncePerLane: 8, waiting: 1500, waitingPerLane: 500 };

/** In each round, the event loop accepts one connection; a round in which nothing happens takes microseconds. */
const ROUNDS_BETWEEN = 16;
const MOST_SHORT_TOGETHER = 32;

/**
 * Lets requests be worked on one after another. Lanes take turns, and so do strangers and known senders. The event loop makes
 * a few rounds before the next request begins, so that new connections are accepted and cached answers are sent in between.
 */
export function createTurns(most: Partial<TurnLimits> = {}): Turns {
  const [known, strangers] = [new Ring({ ...MOST, ...most }), new Ring({ ...MOST, ...most })];
  const rings = [known, strangers];
  /** How many requests have begun since the event loop last made its rounds. */
  let together = 0;
  let begun = 0;
  let refused = 0;

  function beginNext(): void {
    while (together < MOST_SHORT_TOGETHER) {
      const [first, other] = rings;
      const began = first?.beginNext(beginNext);
      if (began) rings.reverse();
      const next = began ?? other?.beginNext(beginNext);
      if (!next) return;
      begun++;
      if (together === 0) goRound(ROUNDS_BETWEEN);
      together += next === 'short' ? 1 : MOST_SHORT_TOGETHER;
    }
  }

  function goRound(times: number): void {
    setImmediate(() => {
      if (times > 1) return goRound(times - 1);
      together = 0;
      return beginNext();
    });
  }

  return {
    async take(sender) {
      const taken = (sender.isKnown ? known : strangers).enter(sender);
      beginNext();
      const turn = await taken;
      if (turn === 'perNetwork' || turn === 'inAll') refused++;
      return turn;
    },
    size: () => ({ waiting: known.waiting + strangers.waiting, begun, refused }),
  };
}

type Settle = (turn: (() => void) | NoTurn) => void;

interface Lane {
  isShort: boolean;
  isShared: boolean;
  running: number;
  waiting: { hasLeft: () => boolean; settle: Settle }[];
}

/** The lanes of strangers, or those of known senders. */
class Ring {
  readonly #most: TurnLimits;
  /** Ordered by whose turn is next. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;
  #waiting = 0;

  constructor(most: TurnLimits) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting;
  }

  enter({ lane: who, isShort = false, hasLeft }: RequestSender): Promise<(() => void) | NoTurn> {
    const name = `${isShort ? 'short' : 'long'} ${who ?? ''}`;
    const lane = this.#lanes.get(name) ?? { isShort, isShared: who === undefined, running: 0, waiting: [] };
    if (!lane.isShared && lane.waiting.length >= this.#most.waitingPerLane) {
      this.#dropThoseWhoLeft(lane);
      if (lane.waiting.length >= this.#most.waitingPerLane) return Promise.resolve('perNetwork');
    }
    if (this.#waiting >= this.#most.waiting && !this.#makeRoom(lane.waiting.length)) return Promise.resolve('inAll');
    this.#lanes.set(name, lane);
    this.#waiting++;
    return new Promise((settle) => lane.waiting.push({ hasLeft, settle }));
  }

  beginNext(onEnd: () => void): 'short' | 'long' | undefined {
    for (const [name, lane] of this.#lanes) {
      if (!lane.isShort && this.#running >= this.#most.atOnce) continue;
      if (!lane.isShort && !lane.isShared && lane.running >= this.#most.atOncePerLane) continue;
      for (let next = lane.waiting.shift(); next; next = lane.waiting.shift()) {
        this.#waiting--;
        if (next.hasLeft()) {
          next.settle('left');
          continue;
        }
        this.#start(name, lane, next.settle, onEnd);
        return lane.isShort ? 'short' : 'long';
      }
      this.#tidy(name, lane);
    }
    return undefined;
  }

  #dropThoseWhoLeft(lane: Lane): void {
    const there = lane.waiting.filter(({ hasLeft, settle }) => {
      const isGone = hasLeft();
      if (isGone) settle('left');
      return !isGone;
    });
    this.#waiting -= lane.waiting.length - there.length;
    lane.waiting = there;
  }

  /** Sends away the last request of the longest lane, if that lane is longer than this one. */
  #makeRoom(than: number): boolean {
    for (const lane of this.#lanes.values()) this.#dropThoseWhoLeft(lane);
    if (this.#waiting < this.#most.waiting) return true;
    const [longest] = [...this.#lanes.values()].sort((one, other) => other.waiting.length - one.waiting.length);
    if (!longest || longest.waiting.length <= than + 1) return false;
    longest.waiting.pop()?.settle('inAll');
    this.#waiting--;
    return true;
  }

  #start(name: string, lane: Lane, settle: Settle, onEnd: () => void): void {
    this.#lanes.delete(name);
    this.#lanes.set(name, lane);
    lane.running++;
    if (!lane.isShort) this.#running++;
    let isOver = false;
    settle(() => {
      if (isOver) return;
      isOver = true;
      lane.running--;
      if (!lane.isShort) this.#running--;
      this.#tidy(name, lane);
      onEnd();
    });
  }

  #tidy(name: string, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0 && this.#lanes.get(name) === lane) this.#lanes.delete(name);
  }
}
