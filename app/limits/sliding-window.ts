import { hash } from 'node:crypto';

export interface Limit {
  points: number;
  seconds: number;
}

interface Counted {
  /** 0 if this try counts; otherwise the milliseconds until another one would. */
  waitMs: number;
  counted: number;
  release: () => void;
}

export interface SlidingWindow {
  take: (key: string, now?: number) => Counted;
  forget: (key: string) => void;
  size: () => { keys: number; times: number };
}

/** About 10 MB. Beyond that, the least recently used keys are forgotten. */
const MOST_KEYS = 20_000;
const MOST_TIMES = 400_000;

/** However long a key is, its digest takes the same space. */
export function keyDigest(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** Remembers the time of each try, so that the limit holds for any span of `seconds`. */
export function createWindow({ points, seconds }: Limit, most = { keys: MOST_KEYS, times: MOST_TIMES }): SlidingWindow {
  const known = new Map<string, number[]>();
  let times = 0;

  function drop(key: string): void {
    times -= known.get(key)?.length ?? 0;
    known.delete(key);
  }

  function makeRoom(now: number): void {
    for (const [oldest, hits] of known) {
      const isFull = known.size > most.keys || times > most.times;
      if (!isFull && (hits.at(-1) ?? -Infinity) > now - seconds * 1000) return;
      drop(oldest);
    }
  }

  /** The times of a key, oldest first. Moves the key to the end, as the most recently used. */
  function current(key: string, now: number): number[] {
    const left = (known.get(key) ?? []).filter((time) => time > now - seconds * 1000);
    drop(key);
    known.set(key, left);
    times += left.length;
    return left;
  }

  function forgetOne(key: string, time: number): void {
    const hits = known.get(key);
    const at = hits?.lastIndexOf(time) ?? -1;
    if (at < 0) return;
    hits?.splice(at, 1);
    times--;
    if (hits?.length === 0) known.delete(key);
  }

  return {
    take(name, now = Date.now()) {
      const key = keyDigest(name);
      const hits = current(key, now);
      const [oldest] = hits.slice(-points);
      if (hits.length >= points && oldest !== undefined) {
        return { waitMs: oldest + seconds * 1000 - now, counted: hits.length + 1, release: () => undefined };
      }
      hits.push(now);
      times++;
      makeRoom(now);
      return { waitMs: 0, counted: hits.length, release: () => forgetOne(key, now) };
    },
    forget: (name) => drop(keyDigest(name)),
    size: () => ({ keys: known.size, times }),
  };
}
