import { setImmediate as afterTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns, type RequestSender, type Turns } from './turns.ts';

const LIMITS = { atOnce: 2, atOncePerLane: 1, waiting: 6, waitingPerLane: 4 };

const stranger = (lane: string | undefined): RequestSender => ({ lane, isKnown: false, hasLeft: () => false });
const officer: RequestSender = { lane: 'user ada', isKnown: true, hasLeft: () => false };

/** Each ends its turn when the event loop has gone round. */
function workOf(turns: Turns) {
  const done: string[] = [];
  const works: Promise<void>[] = [];
  const ask = (name: string, sender: RequestSender) =>
    works.push(
      turns.take(sender).then(async (turn) => {
        done.push(typeof turn === 'string' ? `${name} ${turn}` : name);
        await afterTheLoop();
        if (typeof turn !== 'string') turn();
      }),
    );
  return { ask, done, all: () => Promise.all(works) };
}

test('lanes take turns, and whoever is known has turns between those of strangers', async () => {
  const { ask, done, all } = workOf(createTurns({ ...LIMITS, atOnce: 1 }));
  for (const name of ['flood 1', 'flood 2', 'flood 3', 'flood 4']) ask(name, stranger('192.0.2.1'));
  ask('student', stranger('192.0.2.2'));
  for (const name of ['officer 1', 'officer 2']) ask(name, officer);
  await all();
  expect(done).toEqual(['flood 1', 'officer 1', 'flood 2', 'officer 2', 'student', 'flood 3', 'flood 4']);
});

test('the event loop goes round before the next one begins, however many could', async () => {
  const turns = createTurns();
  const { ask, all } = workOf(turns);
  for (let at = 0; at < 3; at++) ask(`visitor ${at}`, stranger(undefined));
  for (let round = 0; round < 10; round++) {
    expect(turns.size().begun).toBe(1);
    await afterTheLoop();
  }
  await all();
  expect(turns.size().begun).toBe(3);
});

test('what is short begins together, and is not behind what its sender waits long for', async () => {
  const turns = createTurns(LIMITS);
  const { ask, done, all } = workOf(turns);
  const page = stranger('192.0.2.1');
  const release = await turns.take(page);
  for (let at = 1; at <= 2; at++) ask(`page ${at}`, page);
  for (let at = 1; at <= 3; at++) ask(`form ${at}`, { ...page, isShort: true });
  await expect.poll(() => done).toEqual(['form 1', 'form 2', 'form 3']);
  if (typeof release !== 'string') release();
  await all();
  expect(done).toHaveLength(5);
});

test('of one lane so many run and wait, of all so many; whoever is known has the same again', async () => {
  const turns = createTurns(LIMITS);
  const { ask, done } = workOf(turns);
  const holding = await turns.take(stranger('192.0.2.1'));
  for (let at = 1; at <= 5; at++) ask(`flood ${at}`, stranger('192.0.2.1'));
  await afterTheLoop();
  expect(done).toEqual(['flood 5 perNetwork']);
  expect(turns.size()).toEqual({ waiting: 4, begun: 1, refused: 1 });
  ask('officer', officer);
  await expect.poll(() => done).toContain('officer');
  expect(typeof holding).toBe('function');
});

test('where all are too many, whoever came last to the longest lane gives way', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1 });
  const { ask, done } = workOf(turns);
  await turns.take(stranger('192.0.2.9'));
  for (let at = 1; at <= 4; at++) ask(`flood ${at}`, stranger('192.0.2.1'));
  for (let at = 1; at <= 2; at++) ask(`student ${at}`, stranger('192.0.2.2'));
  ask('student 3', stranger('192.0.2.3'));
  ask('flood 5', stranger('192.0.2.4'));
  ask('flood 6', stranger('192.0.2.5'));
  await afterTheLoop();
  expect(done).toEqual(['flood 4 inAll', 'flood 3 inAll', 'flood 2 inAll']);
});

test('nothing is begun for who has left, and their places are free', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1 });
  const { ask, done, all } = workOf(turns);
  let isThere = true;
  const leaving = { ...stranger('192.0.2.1'), hasLeft: () => !isThere };
  const release = await turns.take(stranger('192.0.2.2'));
  for (let at = 1; at <= 4; at++) ask(`flood ${at}`, leaving);
  isThere = false;
  ask('next', stranger('192.0.2.1'));
  await expect.poll(() => done).toEqual(['flood 1 left', 'flood 2 left', 'flood 3 left', 'flood 4 left']);
  if (typeof release !== 'string') release();
  await all();
  expect(done.at(-1)).toBe('next');
  expect(turns.size()).toEqual({ waiting: 0, begun: 2, refused: 0 });
});

test('whoever leaves while they wait has no turn, also where nobody needed their place', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1 });
  const release = await turns.take(stranger('192.0.2.2'));
  let isThere = true;
  const leaving = turns.take({ ...stranger('192.0.2.1'), hasLeft: () => !isThere });
  isThere = false;
  if (typeof release !== 'string') release();
  expect(await leaving).toBe('left');
});

test('a turn ends once, however often that is said', async () => {
  const turns = createTurns({ ...LIMITS, atOnce: 1 });
  const { ask, done } = workOf(turns);
  const first = await turns.take(stranger('192.0.2.1'));
  for (let times = 0; times < 3; times++) if (typeof first !== 'string') first();
  const second = await turns.take(stranger('192.0.2.2'));
  ask('third', stranger('192.0.2.3'));
  for (let rounds = 0; rounds < 40; rounds++) await afterTheLoop();
  expect(done).toEqual([]);
  if (typeof second !== 'string') second();
  await expect.poll(() => done).toEqual(['third']);
});
