import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { changeForm, lastToken, plantTalk, saveTalk, sendForm, talksPlaces } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { listMails } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { writeWallTime } from '../../time/club-date-time.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import type { EventInput } from '../event-changes/event-input.ts';
import { beginNext, queueFound } from '../jobs/run.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { releaseJobs } from './commands/release.ts';
import { cancelByLink, changeByLink, signUpAgain, viewByLink } from './by-link.ts';
import {
  addByOfficer,
  cancelByOfficer,
  changeAnswersByOfficer,
  givePlaceByOfficer,
  viewSignUps,
} from './by-officer.ts';

const YEAR = {
  name: 'year',
  type: 'radio',
  description: 'Year',
  required: false,
  options: ['First', 'Later', 'Guest'],
  limits: { First: 2, Later: 1 },
} as const;
const JOBS = {
  name: 'jobs',
  type: 'several',
  description: 'Jobs',
  required: false,
  options: ['Bar', 'Door'],
  limits: { Bar: 1 },
} as const;
const FULL = 'This is full now. Please choose another.';
const ZONE = club.clock.timeZone;

/** As the dialog has it. */
const wall = (moment: number) => writeWallTime(moment, ZONE).wall;

describe.each(databases)('places that are kept for groups, on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;

  /** Four places of a talk in two days, two for first-years and one for others until tomorrow. */
  const plant = (given: { places?: number; keep_until?: number; draw?: number; fields?: object[] } = {}) => {
    const { fields = [YEAR, JOBS], ...form } = given;
    return plantTalk(db, {
      form: { places: 4, keep_until: Date.now() + DAY_MS, ...form, fields: JSON.stringify(fields) },
    });
  };
  const come = async (name: string, year: string, others: object = {}) => {
    const { signUp } = await sendForm(db, name, { answers: { year, ...others } });
    return [signUp?.state, signUp?.position];
  };
  const comeInOrder = async (years: Record<string, string>) => {
    for (const [name, year] of Object.entries(years)) await come(name, year);
  };
  const refusal = (doing: Promise<unknown>) =>
    doing.then(
      () => 'taken',
      ({ fields }: { fields?: unknown }) => fields,
    );
  const states = async () => {
    const rows = await db.query.selectFrom('entries').select(['email', 'state']).orderBy('since').execute();
    return rows.map(({ email, state }) => `${email?.replace('@example.edu', '')} ${state}`);
  };
  const keyOf = async (name: string) => {
    const rows = db.query.selectFrom('entries').select('key').where('email', '=', `${name}@example.edu`);
    return (await rows.executeTakeFirstOrThrow()).key;
  };
  const change = async (name: string, answers: object) =>
    changeByLink(db, club, await lastToken(db, name), { name, ...answers });
  const numberOf = async (name: string) => (await viewByLink(db, club, await lastToken(db, name))).position;
  const mailsTo = async (name: string) =>
    (await listMails(db)).flatMap((line) => (line.startsWith(`${name}: `) ? [line.split(': ')[1]] : []));
  const handler = releaseJobs(() => club);
  const release = (now = Date.now()) => runDue(db, handler, now);
  const passMoment = () => changeForm(db, { keep_until: Date.now() - 1 });

  test('go only to their group: whoever chooses a full one waits, though there is room', async () => {
    await plant();
    expect(await come('ana', 'Later')).toEqual(['going', undefined]);
    expect(await come('ben', 'Later')).toEqual(['waiting', 1]);
    expect(await come('cleo', 'Later')).toEqual(['waiting', 2]);
    // Others wait for their option: it is not this one.
    expect(await come('dora', 'First')).toEqual(['going', undefined]);
    expect(await come('emil', 'Guest')).toEqual(['going', undefined]);
    expect(await talksPlaces(db)).toEqual({ places: 4, taken: 3, waiting: 2, state: 'open' });
    expect(await come('fay', 'First')).toEqual(['going', undefined]);
    // All places are taken: each group has its own queue.
    expect(await come('gil', 'Guest')).toEqual(['waiting', 1]);
    expect(await come('hana', 'First')).toEqual(['waiting', 1]);
    expect((await talksPlaces(db))?.state).toBe('waitlist');
    const { rows } = await viewResponses(db, admin, 'form');
    expect(rows.flatMap(({ signUp }) => (signUp?.state === 'waiting' ? [signUp.status] : [])).toSorted()).toEqual([
      'Waitlist 1',
      'Waitlist 1',
      'Waitlist 1',
      'Waitlist 2',
    ]);
  });

  test('go to the first who waits for the same when they become free, and whoever follows moves forward', async () => {
    await plant();
    await comeInOrder({ ana: 'Later', ben: 'Later', cleo: 'Later', dora: 'First' });
    expect(await numberOf('cleo')).toBe(2);
    await cancelByLink(db, club, await lastToken(db, 'dora'));
    expect(await states()).toEqual(['ana going', 'ben waiting', 'cleo waiting', 'dora cancelled']);
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('ana') });
    expect(await states()).toEqual(['ana cancelled', 'ben going', 'cleo waiting', 'dora cancelled']);
    expect(await mailsTo('ben')).toEqual(['A place is yours', 'You are on the waitlist']);
    expect(await numberOf('cleo')).toBe(1);
    // Who signs up again waits as well, at the end of the queue.
    await signUpAgain(db, club, await lastToken(db, 'ana'));
    expect(await numberOf('ana')).toBe(2);
  });

  test('go to the first who can have one, however many wait in front of them for a full option', async () => {
    await plant();
    await comeInOrder({
      ana: 'First',
      ben: 'First',
      cleo: 'Later',
      dora: 'Guest',
      emil: 'Later',
      fay: 'Later',
      gil: 'Guest',
      hana: 'Guest',
    });
    await cancelByLink(db, club, await lastToken(db, 'ben'));
    expect((await states()).slice(4)).toEqual(['emil waiting', 'fay waiting', 'gil going', 'hana waiting']);
    await cancelByLink(db, club, await lastToken(db, 'emil'));
    await cancelByLink(db, club, await lastToken(db, 'cleo'));
    expect((await states()).slice(4)).toEqual(['emil cancelled', 'fay going', 'gil going', 'hana waiting']);
  });

  test('are waited for in several fields until all of them have one', async () => {
    const area = { ...YEAR, name: 'area', options: ['North', 'South'], limits: { North: 1 } };
    await plant({ fields: [YEAR, area] });
    await come('ana', 'Later', { area: 'South' });
    await come('ben', 'First', { area: 'North' });
    expect(await come('cleo', 'Later', { area: 'North' })).toEqual(['waiting', 1]);
    // She waits behind Cleo for the one, and behind nobody for the other.
    expect(await come('dora', 'Later', { area: 'South' })).toEqual(['waiting', 2]);
    await cancelByLink(db, club, await lastToken(db, 'ben'));
    expect(await states()).toEqual(['ana going', 'ben cancelled', 'cleo waiting', 'dora waiting']);
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    expect(await states()).toEqual(['ana cancelled', 'ben cancelled', 'cleo going', 'dora waiting']);
  });

  test('move with changed answers: who goes keeps the old one, who waits goes at once or stands at the end', async () => {
    await plant();
    await comeInOrder({ ana: 'Later', ben: 'Later', cleo: 'Later', dora: 'First' });
    expect(await refusal(change('dora', { year: 'Later' }))).toEqual({ year: FULL });
    await change('ben', { year: 'First' });
    expect(await mailsTo('ben')).toEqual(['A place is yours', 'You are on the waitlist']);
    expect(await come('emil', 'First')).toEqual(['waiting', 1]);
    await change('cleo', { year: 'First' });
    expect(await numberOf('cleo')).toBe(2);
    expect(await numberOf('emil')).toBe(1);
    expect(await mailsTo('cleo')).toEqual(['You are on the waitlist']);
    // Dora’s change frees a place of her old group.
    await changeAnswersByOfficer(db, admin, club, {
      eventKey: 'talk',
      key: await keyOf('dora'),
      answers: { year: 'Guest' },
    });
    expect(await states()).toEqual(['ana going', 'ben going', 'dora going', 'emil going', 'cleo waiting']);
  });

  test('exist for Radio fields only: a full option of Several is refused as ever', async () => {
    await plant();
    await come('ana', 'First', { jobs: ['Bar'] });
    expect(await refusal(come('ben', 'First', { jobs: ['Bar'] }))).toEqual({ jobs: FULL });
    await passMoment();
    expect(await refusal(come('ben', 'First', { jobs: ['Bar'] }))).toEqual({ jobs: FULL });
  });

  test('leave the state waitlist to a form whose every option is full', async () => {
    await plant({ places: 9, fields: [{ ...YEAR, options: ['First', 'Later'] }] });
    await come('ana', 'Later');
    expect((await talksPlaces(db))?.state).toBe('open');
    await comeInOrder({ ben: 'First', cleo: 'First' });
    expect((await talksPlaces(db))?.state).toBe('waitlist');
    await cancelByLink(db, club, await lastToken(db, 'ana'));
    expect((await talksPlaces(db))?.state).toBe('open');
  });

  test('are given beyond the limit by an officer who agreed to it, and by nobody else', async () => {
    await plant();
    await come('ana', 'Later');
    const answers = { name: 'Ben', email: 'ben@example.edu', year: 'Later' };
    const added = await addByOfficer(db, admin, club, { eventKey: 'talk', once: 'one', answers, beyondLimit: false });
    expect(added).toMatchObject({ state: 'waiting', position: 1 });
    const key = await keyOf('ben');
    const give = (beyondLimit: boolean) => givePlaceByOfficer(db, admin, club, { eventKey: 'talk', key, beyondLimit });
    await expect(give(false)).rejects.toThrow('All places are taken.');
    await give(true);
    expect(await states()).toEqual(['ana going', 'ben going']);
  });

  test('are released at their moment, once, on one copy, and those who wait move up in their order', async () => {
    await plant();
    await comeInOrder({ ana: 'Later', ben: 'Later', dora: 'First', cleo: 'Later', emil: 'Later' });
    await release();
    expect((await states()).filter((line) => line.endsWith('going'))).toHaveLength(2);
    await passMoment();
    // Whoever comes before the job has run stands behind those who wait.
    expect(await come('fay', 'First')).toEqual(['waiting', 4]);
    await queueFound(db, handler);
    const begun = await Promise.all([beginNext(db, handler), beginNext(db, handler)]);
    expect(begun.filter(Boolean)).toEqual(['noted']);
    expect(await states()).toEqual([
      'ana going',
      'ben going',
      'dora going',
      'cleo going',
      'emil waiting',
      'fay waiting',
    ]);
    expect(await mailsTo('cleo')).toEqual(['A place is yours', 'You are on the waitlist']);
    await queueFound(db, handler);
    expect(await beginNext(db, handler)).toBeUndefined();
    // From then on ‘Places’ alone holds, and one queue.
    expect(await numberOf('fay')).toBe(2);
    await cancelByLink(db, club, await lastToken(db, 'dora'));
    expect((await states()).slice(-2)).toEqual(['emil going', 'fay waiting']);
    expect((await viewSignUps(db, admin, await requireAnyEvent(db, 'talk'), club))?.options).toEqual({
      jobs: { Bar: { limit: 1, taken: 0 } },
    });
  });

  test('are released late if the event was cancelled, once it takes place after all', async () => {
    await plant();
    await comeInOrder({ ana: 'Later', ben: 'Later' });
    const cancel = (cancelled: number | null) =>
      db.write(({ query }) => query.updateTable('events').set({ cancelled }).execute());
    await cancel(1);
    await passMoment();
    await release();
    expect(await states()).toEqual(['ana going', 'ben waiting']);
    await cancel(null);
    await release();
    expect(await states()).toEqual(['ana going', 'ben going']);
  });

  test('go to those who wait for them when their limit is raised or taken away', async () => {
    await plant();
    await comeInOrder({ ana: 'Later', ben: 'Later', cleo: 'Later' });
    await saveTalk(db, { fields: [{ ...YEAR, options: [...YEAR.options], limits: { First: 2, Later: 2 } }] });
    expect(await states()).toEqual(['ana going', 'ben going', 'cleo waiting']);
    await saveTalk(db, { keepUntil: '' });
    expect(await states()).toEqual(['ana going', 'ben going', 'cleo going']);
  });

  test('are refused at saving with a draw, after the start, in the past, and to be changed after their release', async () => {
    await plant();
    const now = Date.now();
    const save = (given: Partial<EventInput>) => refusal(saveTalk(db, given));
    expect(await save({ givenBy: 'By a draw', closes: wall(now + HOUR_MS) })).toEqual({
      keepUntil: 'A draw keeps no places. Please leave this empty, or choose ‘First come, first served’',
    });
    const late = { keepUntil: 'Places are kept until before the event begins. Please enter an earlier time' };
    expect(await save({ keepUntil: wall(now + 3 * DAY_MS) })).toEqual(late);
    expect(await save({ start: wall(now + DAY_MS), end: wall(now + 2 * DAY_MS) })).toEqual(late);
    expect(await save({ start: wall(now + HOUR_MS), end: wall(now + 2 * DAY_MS) })).toEqual(late);
    expect(await save({ keepUntil: wall(now - HOUR_MS) })).toEqual({
      keepUntil: 'This time has passed. Please choose a later one.',
    });
    expect(await save({ keepUntil: wall(now + 2 * HOUR_MS) })).toBe('taken');
    const released = { keepUntil: 'The places have been released, so this time cannot be changed any more.' };
    const moment = now - HOUR_MS;
    await changeForm(db, { keep_until: moment });
    expect(await save({ keepUntil: wall(now + HOUR_MS) })).toEqual(released);
    expect(await save({ keepUntil: '' })).toEqual(released);
    expect(await save({ start: wall(now - DAY_MS) })).toEqual({
      start: 'Places are kept until after this start. Please enter a later one',
    });
    expect(await save({ location: 'Room 1' })).toBe('taken');
    // Nor do limits hold again without a waitlist.
    expect(await save({ waitlist: false, keepUntil: '' })).toBe('taken');
    const { keep_until: kept } = await db.query.selectFrom('forms').select('keep_until').executeTakeFirstOrThrow();
    expect(kept).toBe(moment);
  });

  test('come and go with an export; beside a draw an import leaves the moment out', async () => {
    const keepUntil = Date.now() + DAY_MS;
    await plant({ keep_until: keepUntil });
    await comeInOrder({ ana: 'Later', ben: 'Later' });
    const file = JSON.parse(await dump(db));
    expect(file).toMatchObject({ form: { form: { keepUntil } } });
    const other = await open();
    try {
      await load(other.db, file);
      expect(JSON.parse(await dump(other.db))).toEqual(file);
      // What a file says was released is as it says: nobody is written to.
      file.form.form.keepUntil = Date.now() - HOUR_MS;
      await load(other.db, file, { replace: true });
      await runDue(other.db, handler);
      expect(await other.db.query.selectFrom('outbox').select('key').execute()).toEqual([]);
      const drawn = { ...file.form.form, keepUntil, draw: true, closes: Date.now() + HOUR_MS };
      await load(other.db, { form: { form: drawn } });
      expect(await other.db.query.selectFrom('forms').select(['draw', 'keep_until']).execute()).toEqual([
        { draw: 1, keep_until: null },
      ]);
    } finally {
      await other.close();
    }
  });
});
