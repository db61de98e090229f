import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club } from '../../../test/outbox.ts';
import { insertPersonForm, insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { DAY_MS } from '../../time/durations.ts';
import { exportRecords } from '../../transfer/export.ts';
import { restoreFromTrash } from '../bring-back.ts';
import type { Change } from '../topics.ts';
import { listTrash } from '../trash.ts';
import { requireAnyEvent } from './with-drafts.ts';
import { openEventForEditing } from '../event-changes/editable-event.ts';
import { saveRetrospective } from '../event-changes/save-retrospective.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { updateEvent } from '../event-changes/save-event.ts';

const SAID = { ranOut: 'Napkins', change: 'Begin at 7', cost: '$80', came: '12' };
const KEPT = { ...SAID, came: 12 };

describe.each(databases)('looking back on %s', (_, open) => {
  const site = freshDatabase(open);
  beforeEach(async () => {
    const yesterday = Date.now() - DAY_MS;
    await insertEvents(
      site.db,
      eventRow('talk', { title: 'Talk', time_start: yesterday, time_end: yesterday + 1, form_id: 'form', version: 3 }),
      eventRow('next', { title: 'Next', time_start: Date.now() + DAY_MS }),
    );
  });

  const save = (input: object, version = 3, key = 'talk', who = admin) =>
    saveRetrospective(site.db, who, { key, version, input }, club);
  const opened = (key = 'talk') => openEventForEditing(site.db, admin, key, club);

  test('is kept with the event, told to officers alone, and stands in the activity', async () => {
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    const { updatedAt } = await requireAnyEvent(site.db, 'talk');
    expect(await save(SAID)).toEqual({ version: 4 });
    expect(await requireAnyEvent(site.db, 'talk')).toMatchObject({ ...KEPT, title: 'Talk', version: 4, updatedAt });
    expect(told).toEqual([{ topic: 'draft', key: 'talk' }]);
    expect(await site.db.query.selectFrom('activity').select(['verb', 'title']).execute()).toEqual([
      { verb: 'looked back on', title: 'Talk' },
    ]);
    expect(await save({ ranOut: '', change: ' ', cost: '', came: '' }, 4)).toEqual({ version: 5 });
    expect(await requireAnyEvent(site.db, 'talk')).toMatchObject({ ranOut: '', change: '', cost: '', came: null });
  });

  test('is saved over nobody else’s, and outdates no edit of something else', async () => {
    await save(SAID);
    await expect(save({ ...SAID, cost: '$90' })).rejects.toMatchObject({
      name: 'Stale',
      current: { version: 4, retrospective: KEPT },
    });
    const { input, version } = await opened();
    await updateEvent(site.db, admin, { key: 'talk', version, input: { ...input, title: 'Talks' } }, club);
    expect(await requireAnyEvent(site.db, 'talk')).toMatchObject({ ...KEPT, title: 'Talks' });
  });

  test('shows who was outrun the price in the club’s own currency', async () => {
    await insertPersonForm(site.db, 'form', { price: 1500 });
    const late = saveRetrospective(
      site.db,
      admin,
      { key: 'talk', version: 2, input: SAID },
      { ...club, currency: 'JPY' },
    );
    await expect(late).rejects.toMatchObject({ name: 'Stale', current: { input: { price: '1500' } } });
  });

  test('is refused before it is over, to strangers, and where it is too much', async () => {
    await expect(save(SAID, 0, 'next')).rejects.toThrow('This event is not over yet.');
    await expect(save(SAID, 3, 'talk', member)).rejects.toMatchObject({ name: 'NotAllowed' });
    await expect(save(SAID, 3, 'none')).rejects.toMatchObject({ name: 'NotFound' });
    for (const came of ['-1', '1.5', '100001', 'many', '1e3'])
      await expect(save({ ...SAID, came })).rejects.toMatchObject({ fields: { came: expect.any(String) } });
    await expect(save({ ...SAID, cost: 'x'.repeat(2001) })).rejects.toMatchObject({
      fields: { cost: expect.any(String) },
    });
    await expect(save({ ...SAID, other: 1 })).rejects.toMatchObject({ name: 'Rejected' });
    expect(await requireAnyEvent(site.db, 'talk')).toMatchObject({ version: 3, came: null });
  });

  test('comes with a copy as ‘Last time’, with who signed up and came, and is not the copy’s own', async () => {
    expect((await opened('next')).lastTime).toBeNull();
    await save(SAID);
    expect((await opened()).lastTime).toEqual({ ...KEPT, signUps: null });
    await insertPersonForm(site.db, 'form');
    await insertSignUps(site.db, [
      signUpRow('form', 'ana', { checked_in: 5 }),
      signUpRow('form', 'ben'),
      signUpRow('form', 'cleo', { state: 'waiting' }),
      signUpRow('form', 'dan', { state: 'cancelled' }),
    ]);
    expect((await opened()).lastTime).toEqual({ ...KEPT, signUps: 2, came: 1 });
    expect((await opened()).input).not.toHaveProperty('ranOut');
  });

  test('goes into the trash and back, out in an export and in again', async () => {
    await save(SAID);
    await removeEvents(site.db, admin, ['talk'], club);
    const [trashed] = await listTrash(site.db);
    await restoreFromTrash(site.db, trashed?.key ?? '');
    expect(await requireAnyEvent(site.db, 'talk')).toMatchObject(KEPT);
    const text = await dump(site.db);
    expect(JSON.parse(text).event.talk.retrospective).toEqual(KEPT);
    expect(JSON.parse(text).event.next).not.toHaveProperty('retrospective');
    expect((await load(site.db, JSON.parse(text), { replace: true })).refused).toEqual([]);
    expect(await dump(site.db)).toBe(text);
  });

  test('is left out, with what is unknown beside it, of an export without persons', async () => {
    await load(site.db, { event: { talk: { title: 'Talk', retrospective: { ...KEPT, mood: 'Good' } } } });
    const pieces: string[] = [];
    for await (const piece of exportRecords(site.db, { withPersons: false })) pieces.push(piece);
    expect(JSON.parse(pieces.join('')).event.talk).toEqual({ title: 'Talk' });
    expect(JSON.parse(await dump(site.db)).event.talk.retrospective).toEqual({ ...KEPT, mood: 'Good' });
  });

  test('of an import that makes no sense is reported', async () => {
    const { refused } = await load(site.db, {
      event: { a: { retrospective: { came: -1 } }, b: { retrospective: 'Good' }, c: { retrospective: { came: 1.5 } } },
    });
    expect(refused).toEqual([
      'event/a/retrospective/came: must be a whole number up to 100,000',
      'event/b/retrospective: must be an object',
      'event/c/retrospective/came: must be a whole number up to 100,000',
    ]);
  });
});
