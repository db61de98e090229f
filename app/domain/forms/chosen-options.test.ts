import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { restoreInto } from '../../../test/backups.ts';
import { changeForm, lastToken, plantTalk, saveTalk, sendForm } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { plansOf } from '../../../test/query-plans.ts';
import { insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { folderStorage, temporaryFolder } from '../../../test/storages.ts';
import { dump, load } from '../../../test/transfers.ts';
import { takeBackup } from '../../backup/take-backup.ts';
import { HOUR_MS } from '../../time/durations.ts';
import { bringBack } from '../bring-back.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { adoption } from '../former-queues.ts';
import { queueJob } from '../jobs/queue.ts';
import { readAnswers } from '../questions/answer.ts';
import { eraseResponses } from '../responses/erase-responses.ts';
import { eraseUnconfirmed } from '../retention/erase-unconfirmed.ts';
import { drawJobs } from '../sign-ups/draw/draw.ts';
import { newLink } from '../sign-ups/links.ts';
import { cancelByLink, changeByLink, confirmByLink, signUpAgain } from '../sign-ups/by-link.ts';
import { addByOfficer, cancelByOfficer, changeAnswersByOfficer, givePlaceByOfficer } from '../sign-ups/by-officer.ts';
import { listTrash } from '../trash.ts';
import { findForm } from './event-form.ts';
import type { FieldInput } from './form-input.ts';
import { countOptions, limitedChoices, optionCounts, withChoices } from './option-places.ts';

const shift = {
  name: 'shift',
  type: 'radio',
  description: 'Shift',
  required: false,
  options: ['Early', 'Late'],
  limits: { Early: 20 },
} satisfies FieldInput;
const jobs = {
  name: 'jobs',
  type: 'several',
  description: 'Jobs',
  required: false,
  options: ['Bar', 'Door', 'Music'],
  limits: { Bar: 20, Door: 20 },
} satisfies FieldInput;
const early = { shift: 'Early', jobs: ['Bar', 'Music'] };
const late = { shift: 'Late', jobs: ['Bar', 'Door'] };

describe.each(databases)('the options that responses chose, on %s', (_, open) => {
  const site = freshDatabase(open);
  const { db } = site;
  beforeEach(() => plantTalk(db, { form: { places: 20, fields: JSON.stringify([shift, jobs]) } }));

  const keyOf = async (name: string) => {
    const found = db.query.selectFrom('entries').select('key').where('email', '=', `${name}@example.edu`);
    return (await found.executeTakeFirstOrThrow()).key;
  };
  const linkOf = async (name: string) => {
    const key = await keyOf(name);
    return db.write((tx) => newLink(tx, 'form', key));
  };
  const come = (name: string, answers: object = early) => sendForm(db, name, { answers });
  const fields = async () => (await findForm(db, 'form')).fields;
  const taken = async (field: string, option: string) => {
    const counts = await countOptions(db, { id: 'form', fields: await fields() });
    return counts[field]?.[option]?.taken;
  };

  /** What is stored and counted is what the answers themselves say, with nothing beside it. */
  async function expectWhole(): Promise<void> {
    const asked = await fields();
    const rows = await db.query.selectFrom('entries').select(['key', 'state', 'answers']).execute();
    const stored = await db.query.selectFrom('chosen_options').select(['entry_key', 'field', 'option']).execute();
    const chosen = rows.flatMap(({ key, answers }) =>
      limitedChoices(asked, readAnswers(answers)).map(([field, option]) => [key, field, option].join('\n')),
    );
    expect(stored.map((row) => [row.entry_key, row.field, row.option].join('\n')).toSorted()).toEqual(
      chosen.toSorted(),
    );
    const counted = rows
      .filter(({ state }) => state === null || state === 'going')
      .reduce((counts, { answers }) => withChoices(asked, counts, readAnswers(answers)), optionCounts(asked, []));
    expect(await countOptions(db, { id: 'form', fields: asked })).toEqual(counted);
  }

  test('are those of everybody who holds a place, whatever people and officers do', async () => {
    const steps: [string, () => Promise<unknown>, number][] = [
      ['signs up', () => come('ana'), 1],
      ['another too', () => come('ben'), 2],
      ['changes their answers', async () => changeByLink(db, club, await linkOf('ben'), { name: 'Ben', ...late }), 1],
      ['gives it up', async () => cancelByLink(db, club, await linkOf('ana')), 0],
      ['signs up again', async () => signUpAgain(db, club, await linkOf('ana')), 1],
      [
        'is added by hand',
        () =>
          addByOfficer(db, admin, club, {
            eventKey: 'talk',
            once: 'once',
            beyondLimit: false,
            answers: { name: 'Cleo', email: 'cleo@example.edu', ...early },
          }),
        2,
      ],
      [
        'is changed by an officer',
        async () =>
          changeAnswersByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('ben'), answers: early }),
        3,
      ],
      ['is cancelled', async () => cancelByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('cleo') }), 2],
      [
        'is given a place',
        async () =>
          givePlaceByOfficer(db, admin, club, { eventKey: 'talk', key: await keyOf('cleo'), beyondLimit: false }),
        3,
      ],
      [
        'is erased',
        async () => {
          const key = await keyOf('ben');
          await db.write((tx) => eraseResponses(tx, [{ kind: 'event', form: 'form', key }]));
        },
        2,
      ],
    ];
    for (const [, step, count] of steps) {
      await step();
      expect(await taken('shift', 'Early')).toBe(count);
      await expectWhole();
    }
  });

  test('count once the address is confirmed, and go with what never was', async () => {
    await changeForm(db, { confirms: 1 });
    for (const [name, answers] of [
      ['ana', early],
      ['ana', late],
      ['ben', early],
    ] as const)
      await come(name, answers);
    await expectWhole();
    expect(await taken('shift', 'Early')).toBe(0);
    await confirmByLink(db, club, await lastToken(db, 'ana'));
    await expectWhole();
    expect(await db.query.selectFrom('entries').select('key').execute()).toHaveLength(2);
    await eraseUnconfirmed(db, Date.now() + 1000 * HOUR_MS);
    await expectWhole();
    expect(await db.query.selectFrom('entries').select('key').execute()).toHaveLength(1);
  });

  test('are held by everybody where a form asks for nobody', async () => {
    const texts = ['name', 'email'].map((name) => ({ name, type: 'text', description: name }));
    await changeForm(db, { asks_person: null, fields: JSON.stringify([...texts, shift, jobs]) });
    await come('ana');
    await come('ben', late);
    await expectWhole();
    expect([await taken('shift', 'Early'), await taken('jobs', 'Bar')]).toEqual([1, 2]);
  });

  test('are what a draw has left of them', async () => {
    await changeForm(db, {
      draw: 1,
      closes: Date.now() + HOUR_MS,
      draw_secret: 'a'.repeat(64),
      places: 3,
      fields: JSON.stringify([{ ...shift, limits: { Early: 2 } }, jobs]),
    });
    await insertSignUps(
      db,
      ['AAAA2222', 'BBBB3333', 'CCCC4444', 'DDDD5555'].map((ticket) => {
        const answers = JSON.stringify({ name: ticket, ...early });
        return signUpRow('form', ticket, { state: 'entered', ticket, answers });
      }),
    );
    await changeForm(db, { closes: 1 });
    await runDue(
      db,
      drawJobs(() => club),
    );
    await expectWhole();
    expect([await taken('shift', 'Early'), await taken('jobs', 'Bar')]).toEqual([2, 3]);
  });

  test('follow the form: limits that come, go and are called otherwise', async () => {
    await come('ana');
    await come('ben', late);
    for (const [edited, count] of [
      [[{ ...shift, limits: { Early: 5, Late: 1 } }, jobs], 1],
      [[{ ...shift, options: ['Dawn', 'Late'], limits: { Dawn: 5 }, renamed: [['Early', 'Dawn']] }, jobs], undefined],
      [[{ ...shift, options: ['Early', 'Late'], limits: { Early: 5 }, renamed: [['Dawn', 'Early']] }, jobs], 1],
      [[{ name: 'shift', type: 'text', description: 'Shift', required: false, options: [] }, jobs], undefined],
      [[shift, jobs], 1],
    ] as [FieldInput[], number | undefined][]) {
      await saveTalk(db, { fields: edited });
      await expectWhole();
      expect(await taken('shift', 'Early')).toBe(count);
    }
  });

  test('come and go with an import, in whatever order it names them', async () => {
    await come('ana');
    await come('ben');
    const file = JSON.parse(await dump(db));
    const key = await keyOf('ana');
    const asked = () => Promise.resolve(club);
    const takes = async (content: object, options: object = {}) => {
      expect((await load(db, content, { club: asked, ...options })).refused).toEqual([]);
      await expectWhole();
    };
    await takes({ entry: { form: { [key]: { ...file.entry.form[key], ...late } } } });
    expect(await taken('shift', 'Early')).toBe(1);
    const { fields: stored, ...form } = file.form.form;
    await takes({ form: { form: { ...form, fields: [{ ...stored[0], limits: { Late: 3 } }] } } });
    expect(await taken('shift', 'Late')).toBe(1);
    await takes({ entry: file.entry, event: file.event, form: file.form });
    expect(await taken('shift', 'Early')).toBe(2);
    const { [key]: _ana, ...others } = file.entry.form;
    await takes({ ...file, entry: { form: others } }, { replace: true });
    expect(await taken('shift', 'Early')).toBe(1);
  });

  test('go with a removed event, and come back with it', async () => {
    await come('ana');
    await removeEvents(db, admin, ['talk'], club);
    expect(await db.query.selectFrom('chosen_options').selectAll().execute()).toEqual([]);
    const [trashed] = await listTrash(db);
    await bringBack(db, admin, trashed?.key ?? '');
    await expectWhole();
    expect(await taken('shift', 'Early')).toBe(1);
  });

  test('are in a backup', async () => {
    await come('ana');
    const [{ storage, close }, folder] = await Promise.all([folderStorage(), temporaryFolder()]);
    const backup = join(folder, 'backup');
    await takeBackup(db, storage, backup);
    await come('ben');
    await restoreInto({ db, storage }, backup, { replace: true });
    await expectWhole();
    expect(await taken('shift', 'Early')).toBe(1);
    await close();
    await rm(folder, { recursive: true });
  });

  test('are counted without a look at any answer', async () => {
    await come('ana');
    const form = { id: 'form', fields: await fields() };
    const plans = await plansOf(db, (reader) => countOptions(reader, form));
    expect(plans.map(({ sql }) => /answers/.test(sql))).toEqual([false]);
    // Elsewhere SQLite reads a row up to its state past the whole answers.
    const ofEntries = plans.flatMap(({ plan }) => plan.split('\n')).filter((line) => /entries/.test(line));
    expect(ofEntries.filter((line) => / entries USING (?!COVERING)/.test(line))).toEqual([]);
  });

  test('of what a copy of the version before has taken meanwhile are stored afterwards', async () => {
    await come('ana');
    const row = {
      ...signUpRow('form', 'ben'),
      created_at: Date.now(),
      answers: JSON.stringify({ name: 'Ben', ...early }),
    };
    await db.write(({ query }) => query.insertInto('entries').values(row).execute());
    await db.write((tx) => queueJob(tx, 'adoption', '', 0));
    await runDue(db, adoption(db));
    // SQLite is one process's: there is no other copy.
    expect(await taken('shift', 'Early')).toBe(db.dialect === 'sqlite' ? 1 : 2);
  });
});
