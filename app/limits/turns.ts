import type { QuotaLimits } from './network-quota.ts';

export interface Sender {
  /** Who counts as one, such as a network; undefined: many share it, and count in all alone. */
  lane: string | undefined;
  /** Has turns of its own, whatever strangers send. */
  isKnown: boolean;
  hasLeft: () => boolean;
}

/** Of strangers, and of known senders likewise. */
export interface TurnLimits {
  atOnce: number;
  atOncePerLane: number;
  waiting: number;
  waitingPerLane: number;
}

/** Why there is no turn: too many of the same lane, or of all, wait already, or nobody is there to be answered. */
export type NoTurn = keyof QuotaLimits | 'left';

export interface Turns {
  /** Gives back how the turn ends. */
  take: (sender: Sender) => Promise<(() => void) | NoTurn>;
  size: () => { waiting: number; begun: number; refused: number };
}

/** What takes long mostly waits for others (the database, an identity provider); each holds what it shows. */
const MOST: TurnLimits = { atOnce: 24, atOncePerLane: 8, waiting: 1500, waitingPerLane: 500 };

/** Each time that the event loop goes round it accepts one connection; a round in which nothing happens takes microseconds. */
const ROUNDS_BETWEEN = 16;

/**
 * Whatever is worked out for one request has its turn here. Lanes take turns, and strangers and known senders do. The event
 * loop goes round some times before the next one begins: who comes anew is heard, and what needs no turn goes out in between.
 */
export function createTurns(most: Partial<TurnLimits> = {}): Turns {
  const [known, strangers] = [createRing({ ...MOST, ...most }), createRing({ ...MOST, ...most })];
  const rings = [known, strangers];
  let isPausing = false;
  let begun = 0;
  let refused = 0;

  function beginNext(): void {
    if (isPausing) return;
    const ring = rings.find((one) => one.beginNext(beginNext));
    if (!ring) return;
    begun++;
    if (ring === rings[0]) rings.reverse();
    isPausing = true;
    goRound(ROUNDS_BETWEEN);
  }

  function goRound(times: number): void {
    setImmediate(() => {
      if (times > 1) return goRound(times - 1);
      isPausing = false;
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
    size: () => ({ waiting: known.waiting() + strangers.waiting(), begun, refused }),
  };
}

type Settle = (turn: (() => void) | NoTurn) => void;

interface Lane {
  isShared: boolean;
  running: number;
  waiting: { hasLeft: () => boolean; settle: Settle }[];
}

function createRing(most: TurnLimits) {
  /** Whose turn comes first, first. */
  const lanes = new Map<string | undefined, Lane>();
  let running = 0;
  let waiting = 0;

  function dropThoseWhoLeft(lane: Lane): void {
    const there = lane.waiting.filter(({ hasLeft, settle }) => {
      const isGone = hasLeft();
      if (isGone) settle('left');
      return !isGone;
    });
    waiting -= lane.waiting.length - there.length;
    lane.waiting = there;
  }

  /** Whoever came last to the longest lane goes away, where that is longer than this one. */
  function makeRoom(than: number): boolean {
    for (const lane of lanes.values()) dropThoseWhoLeft(lane);
    if (waiting < most.waiting) return true;
    const [longest] = [...lanes.values()].sort((one, other) => other.waiting.length - one.waiting.length);
    if (!longest || longest.waiting.length <= than + 1) return false;
    longest.waiting.pop()?.settle('inAll');
    waiting--;
    return true;
  }

  function tidy(name: string | undefined, lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0 && lanes.get(name) === lane) lanes.delete(name);
  }

  function start(name: string | undefined, lane: Lane, settle: Settle, onEnd: () => void): void {
    lanes.delete(name);
    lanes.set(name, lane);
    lane.running++;
    running++;
    settle(() => {
      lane.running--;
      running--;
      tidy(name, lane);
      onEnd();
    });
  }

  return {
    waiting: () => waiting,
    enter({ lane: name, hasLeft }: Sender): Promise<(() => void) | NoTurn> {
      const lane = lanes.get(name) ?? { isShared: name === undefined, running: 0, waiting: [] };
      if (!lane.isShared && lane.waiting.length >= most.waitingPerLane) {
        dropThoseWhoLeft(lane);
        if (lane.waiting.length >= most.waitingPerLane) return Promise.resolve('perNetwork');
      }
      if (waiting >= most.waiting && !makeRoom(lane.waiting.length)) return Promise.resolve('inAll');
      lanes.set(name, lane);
      waiting++;
      return new Promise((settle) => lane.waiting.push({ hasLeft, settle }));
    },
    beginNext(onEnd: () => void): boolean {
      if (running >= most.atOnce) return false;
      for (const [name, lane] of lanes) {
        if (!lane.isShared && lane.running >= most.atOncePerLane) continue;
        for (let next = lane.waiting.shift(); next; next = lane.waiting.shift()) {
          waiting--;
          if (next.hasLeft()) {
            next.settle('left');
            continue;
          }
          start(name, lane, next.settle, onEnd);
          return true;
        }
        tidy(name, lane);
      }
      return false;
    },
  };
}
