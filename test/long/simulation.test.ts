import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '../../app/time/durations.ts';
import { databases } from '../databases.ts';
import { Simulation } from '../simulation.ts';

/** So many terms are played, from this seed on. */
const SEEDS = Number(process.env.CLUBROOM_SEEDS ?? 50);
const FIRST_SEED = Number(process.env.CLUBROOM_SEED ?? 1);
const STEPS = 25;
/** No act of one form makes so many writes. */
const MOST_WRITES = 200;
/**
 * In which copy the n-th write is made is chance: only after so many rounds in a row that each copy survived all writes are
 * through. With more of them a job of every third hour, which writes more than the act, would never let it end.
 */
const SURVIVED_PER_COPY = 2;

/** What is done to a site that is killed after its n-th write: gives back how it ends. */
const ACTS: [string, (site: Simulation, n: number) => Promise<() => Promise<unknown>>][] = [
  [
    'one sign-up',
    async (site, n) => {
      await site.plant(`sign-up-${n}`, { places: 1 });
      return async () => expect(await site.signUp(`sign-up-${n}`, `new-${n}`, { from: n })).toBe(true);
    },
  ],
  [
    'one moving up',
    async (site, n) => {
      const [goes, waits] = [`goes-${n}`, `waits-${n}`];
      const people = [
        { name: goes, state: 'going' as const },
        { name: waits, state: 'waiting' as const },
      ];
      await site.plant(`cancel-${n}`, { places: 1, people });
      return async () => {
        for (const person of site.people) if (person.name === goes) await site.cancel(person, { from: n });
      };
    },
  ],
  [
    'one draw',
    async (site, n) => {
      const people = Array.from({ length: 4 }, (_, at) => ({
        name: `e${n}${'abcd'.charAt(at)}`,
        state: 'entered' as const,
      }));
      await site.plant(`draw-${n}`, { places: 2, closesIn: HOUR_MS, people });
      return () => site.pass(HOUR_MS);
    },
  ],
  [
    'one mailing',
    async (site, n) => {
      const people = Array.from({ length: 4 }, (_, at) => ({ name: `r-${n}-${at}`, state: 'going' as const }));
      await site.plant(`reminder-${n}`, { startsIn: 25 * HOUR_MS, reminds: true, people });
      return () => site.pass(HOUR_MS + 1000);
    },
  ],
  [
    'one announcement',
    async (site, n) => {
      return () => site.plant(`news-${n}`, { isAnnounced: true });
    },
  ],
];

describe.each(databases)('on %s', (_, open) => {
  const begin = async () => {
    const site = await Simulation.open(await open());
    onTestFinished(() => site.close());
    return site;
  };

  test.each(ACTS)(
    'killed after the n-th write of %s, for each n: nothing is lost or doubled',
    async (name, prepare) => {
      const site = await begin();
      let n = 0;
      for (let survived = 0; survived < SURVIVED_PER_COPY * site.copies.length;) {
        n++;
        const { kills } = site;
        if (n > MOST_WRITES) throw new Error(`${name} goes on writing after ${MOST_WRITES} writes`);
        const act = await prepare(site, n);
        // Now the one copy, now the other; it is the one that is asked.
        await site.copy(n).order({ killAfterWrites: n });
        await act();
        await site.settle();
        await site.mend();
        await site.settle();
        expect([n, await site.wrongStored()]).toEqual([n, []]);
        expect([n, await site.wrongMails()]).toEqual([n, []]);
        expect([n, await site.wrongAnnouncements()]).toEqual([n, []]);
        survived = site.kills > kills ? 0 : survived + 1;
      }
      console.log(
        `${name}: ${site.kills} kills in ${n} rounds, ${site.countDoubled()} mails twice under one Message-ID`,
      );
      expect(site.kills).toBeGreaterThan(3);
    },
  );

  test(`${SEEDS} terms, each replayed by its seed: nothing is lost or doubled, each mail comes once`, async () => {
    let [kills, mails, doubled, people] = [0, 0, 0, 0];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      const site = await Simulation.open(await open());
      try {
        await playTerm(site, randomOf(seed)).catch((cause: unknown) => {
          throw new Error(`The term of CLUBROOM_SEED=${seed} fails`, { cause });
        });
        kills += site.kills;
        mails += site.mail.received.length;
        doubled += site.countDoubled();
        people += site.people.length;
      } finally {
        await site.close();
      }
    }
    console.log(
      `${SEEDS} terms: ${people} people, ${kills} kills, ${mails} mails, ${doubled} twice under one Message-ID`,
    );
    expect(kills).toBeGreaterThan(0);
  });
});

/** A number from 0 to below 1, the same ones for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function playTerm(site: Simulation, random: () => number): Promise<void> {
  const below = (count: number) => Math.floor(random() * count);
  const entered = Array.from({ length: 5 }, (_, at) => ({ name: `e${at}`, state: 'entered' as const }));
  await site.plant('night', { places: 3, startsIn: 96 * HOUR_MS, reminds: true });
  await site.plant('open', { startsIn: 60 * HOUR_MS, reminds: true });
  await site.plant('lottery', { places: 2, startsIn: 96 * HOUR_MS, closesIn: 30 * HOUR_MS, people: entered });
  const began = site.now();
  let [newcomers, news] = [0, 0];
  const patience = () => 1 + below(6);
  const come = () =>
    site.signUp(below(3) > 0 ? 'night' : 'open', `p${++newcomers}`, { from: below(2), patience: patience() });
  const withdraw = async () => {
    const person = site.people[below(site.people.length)];
    if (person && person.cancelled !== 'yes') await site.cancel(person, { from: below(2), patience: patience() });
  };
  const steps: (() => Promise<unknown>)[] = [
    ...[come, come, come, come, withdraw, withdraw],
    () => site.pass((1 + below(4)) * HOUR_MS),
    async () => {
      site.takesMail = !site.takesMail;
    },
    () => site.copy(below(2)).order({ failWrites: Array.from({ length: 3 }, () => 1 + below(20)) }),
    () => site.copy(below(2)).order({ killAfterWrites: 1 + below(40) }),
    () => site.copy(below(2)).kill(),
    () => site.plant(`news-${++news}`, { isAnnounced: true }),
  ];
  for (let step = 0; step < STEPS; step++) {
    await steps[below(steps.length)]?.();
    await site.startKilled();
    expect([step, await site.wrongStored()]).toEqual([step, []]);
  }
  await site.mend();
  // Every reminder is due by then, and no event has begun.
  for (const hours of [32, 38, 74]) {
    await site.pass(Math.max(0, began + hours * HOUR_MS - site.now()));
    await site.settle();
  }
  await site.settle();
  expect(await site.wrongStored()).toEqual([]);
  expect(await site.wrongMails()).toEqual([]);
  expect(await site.wrongAnnouncements()).toEqual([]);
}
