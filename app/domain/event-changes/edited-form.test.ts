import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { ana, ben, plantTalk, saveTalk, sendForm } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import type { EntryRow } from '../../db/tables.ts';
import { cancelByOfficer } from '../sign-ups/by-officer.ts';
import { findForm } from '../forms/event-form.ts';
import type { FieldInput } from '../forms/form-input.ts';
import { countOptions } from '../forms/option-places.ts';
import { replaceAnswers } from '../sign-ups/carry-out.ts';
import { responsesFile } from '../responses/csv.ts';
import { viewResponses } from '../responses/view-responses.ts';
import { findSettings } from '../sign-ups/places.ts';
import { openEventForEditing } from './editable-event.ts';

const shift = {
  name: 'shift',
  type: 'radio',
  description: 'Shift',
  required: false,
  options: ['Early', 'Late'],
  limits: { Early: 1 },
} satisfies FieldInput;
const jobs = {
  name: 'jobs',
  type: 'several',
  description: 'Jobs',
  required: false,
  options: ['Bar', 'Door'],
  limits: { Bar: 2 },
} satisfies FieldInput;
const alarm = {
  name: 'alarm',
  type: 'text',
  description: 'Alarm?',
  required: false,
  options: [],
  showIf: { field: 'shift', anyOf: ['Early'] },
} satisfies FieldInput;

const chose = (row: EntryRow, chosen: object): EntryRow => ({
  ...row,
  answers: JSON.stringify({ name: row.key, email: row.email, ...chosen }),
});

describe.each(databases)('a form that is edited once people have answered, on %s', (_, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await plantTalk(db, {
      form: { places: 10, fields: JSON.stringify([shift, jobs, alarm]) },
      people: [
        chose(ana, { shift: 'Early', jobs: ['Bar', 'Door'], alarm: 'at six' }),
        chose({ ...ben, state: 'cancelled' }, { shift: 'Late', jobs: ['Bar'] }),
      ],
    });
  });

  const save = (...fields: FieldInput[]) => saveTalk(db, { fields });
  const taken = async () => countOptions(db, await findForm(db, 'form'));
  const come = (name: string, chosen: object) =>
    sendForm(db, name, { answers: chosen }).then(
      () => 'recorded',
      ({ fields }: { fields?: unknown }) => fields,
    );
  const answersOf = async (key: string) => {
    const { answers } = await db.query
      .selectFrom('entries')
      .select('answers')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const { name: _name, email: _email, ...others } = JSON.parse(answers);
    return others;
  };
  const FULL = { shift: 'This is full now. Please choose another.' };

  test('an option that is renamed stays with whoever chose it, and so do its places', async () => {
    const dawn = {
      ...shift,
      options: ['Dawn', 'Late'],
      limits: { Dawn: 1 },
      renamed: [['Early', 'Dawn']],
    } satisfies FieldInput;
    const counter = {
      ...jobs,
      options: ['Counter', 'Door'],
      limits: { Counter: 2 },
      renamed: [['Bar', 'Counter']],
    } satisfies FieldInput;
    const after = { ...alarm, showIf: { field: 'shift', anyOf: ['Dawn'] } };
    await save(dawn, counter, after);
    expect(await answersOf('ana')).toEqual({ shift: 'Dawn', jobs: ['Counter', 'Door'], alarm: 'at six' });
    expect(await answersOf('ben')).toEqual({ shift: 'Late', jobs: ['Counter'] });
    expect(await taken()).toEqual({
      shift: { Dawn: { limit: 1, taken: 1 } },
      jobs: { Counter: { limit: 2, taken: 1 } },
    });
    expect(await come('cleo', { shift: 'Dawn' })).toEqual(FULL);
    const [stored] = (await findForm(db, 'form')).fields.filter(({ name }) => name === 'shift');
    expect(stored).not.toHaveProperty('renamed');
  });

  test('two options that swap their names swap them for whoever chose them', async () => {
    const renamed: FieldInput['renamed'] = [
      ['Early', 'Late'],
      ['Late', 'Early'],
    ];
    await save({ ...shift, options: ['Late', 'Early'], limits: { Late: 1 }, renamed }, jobs, alarm);
    expect([(await answersOf('ana')).shift, (await answersOf('ben')).shift]).toEqual(['Late', 'Early']);
  });

  test('names and addresses stay under their labels once the form has stopped asking for them', async () => {
    await saveTalk(db, { fields: [shift], asksPerson: false });
    const { columns } = await viewResponses(db, admin, 'form');
    expect(columns.map(({ label }) => label)).toEqual(expect.arrayContaining(['Shift', 'Name', 'Email', 'Alarm?']));
  });

  test('its settings are kept while it does not ask for a person', async () => {
    await saveTalk(db, { fields: [shift], asksPerson: false });
    const { input } = await openEventForEditing(db, admin, 'talk', club);
    expect(input).toMatchObject({ asksPerson: false, places: '10' });
    await saveTalk(db, { fields: [shift], asksPerson: true, places: input.places });
    expect(await findSettings(db, 'form')).toMatchObject({ places: 10 });
  });

  test('what is not renamed by the form as it stands changes no answers', async () => {
    const renamed: FieldInput['renamed'] = [
      ['Noon', 'Late'],
      ['Early', 'Noon'],
    ];
    await save({ ...shift, renamed }, jobs, alarm);
    expect((await answersOf('ana')).shift).toBe('Early');
  });

  test('an option that is taken away stays with whoever chose it, readable, and is asked of nobody else', async () => {
    await save({ ...shift, options: ['Late'], limits: undefined }, jobs);
    expect(await answersOf('ana')).toMatchObject({ shift: 'Early', alarm: 'at six' });
    const { columns, rows } = await viewResponses(db, admin, 'form');
    expect(columns.map(({ label }) => label)).toContain('Alarm?');
    expect(rows.map(({ cells }) => cells).find((cells) => cells.includes('ana'))).toContain('Early');
    expect(await come('cleo', { shift: 'Early' })).toEqual({ shift: 'Please choose one of the options' });
    // It comes back with who has it.
    await save(shift, jobs);
    expect(await come('cleo', { shift: 'Early' })).toEqual(FULL);
  });

  test('a lower limit takes nobody’s option away, and officers read how many are over', async () => {
    expect(await come('cleo', { jobs: ['Bar'] })).toBe('recorded');
    await save(shift, { ...jobs, limits: { Bar: 1 } }, alarm);
    expect((await taken())['jobs']).toEqual({ Bar: { limit: 1, taken: 2 } });
    expect((await answersOf('ana')).jobs).toEqual(['Bar', 'Door']);
    expect((await viewResponses(db, admin, 'form')).options).toContainEqual({
      name: 'jobs',
      label: 'Jobs',
      places: [{ option: 'Bar', limit: 1, taken: 2, missedBy: [] }],
    });
    expect(await come('dan', { jobs: ['Bar'] })).toEqual({ jobs: FULL.shift });
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: 'ana' });
    expect(await come('dan', { jobs: ['Bar'] })).toEqual({ jobs: FULL.shift });
  });

  test('who moves up from the waitlist has what they chose, beyond the limit', async () => {
    expect(await come('dan', { jobs: [] })).toBe('recorded');
    const { key: dan } = await db.query
      .selectFrom('entries')
      .select('key')
      .where('email', '=', 'dan@example.edu')
      .executeTakeFirstOrThrow();
    await db.write(async (tx) => {
      await tx.query.updateTable('forms').set({ places: 2 }).execute();
      const answers = { name: 'Ben', email: 'ben@example.edu', shift: 'Early' };
      await replaceAnswers(tx, await findForm(tx, 'form'), [{ key: 'ben', answers }]);
      await tx.query.updateTable('entries').set({ state: 'waiting' }).where('key', '=', 'ben').execute();
    });
    expect((await taken())['shift']).toEqual({ Early: { limit: 1, taken: 1 } });
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: dan });
    expect((await taken())['shift']).toEqual({ Early: { limit: 1, taken: 2 } });
    expect((await answersOf('ben')).shift).toBe('Early');
  });

  test('an option that was given up is had by who comes next', async () => {
    expect(await come('cleo', { shift: 'Early' })).toEqual(FULL);
    await cancelByOfficer(db, admin, club, { eventKey: 'talk', key: 'ana' });
    expect(await come('cleo', { shift: 'Early' })).toBe('recorded');
    expect(await come('dan', { shift: 'Early' })).toEqual(FULL);
  });

  test('a box that was not asked is empty in files and in tables, never ‘No’', async () => {
    const box = {
      name: 'surebox000',
      type: 'checkbox',
      description: 'Sure?',
      required: false,
      options: [],
    } satisfies FieldInput;
    await save(shift, jobs, { ...box, showIf: { field: 'shift', anyOf: ['Late'] } });
    expect(await come('cleo', { jobs: [] })).toBe('recorded');
    expect(await come('dan', { shift: 'Late' })).toBe('recorded');
    const { content } = await responsesFile(db, admin, club, 'talk', null);
    const [heading = '', ...lines] = content.trimEnd().split('\r\n');
    const at = heading.split(',').indexOf('Sure?');
    const cellOf = (name: string) => lines.find((line) => line.includes(`,${name},`))?.split(',')[at];
    expect([cellOf('cleo'), cellOf('dan')]).toEqual(['', 'No']);
    const { columns, rows } = await viewResponses(db, admin, 'form');
    const column = columns.findIndex(({ label }) => label === 'Sure?');
    const shown = new Map(rows.map(({ cells }) => [cells[0], cells[column]]));
    expect([shown.get('cleo'), shown.get('dan')]).toEqual([null, 'No']);
  });
});
