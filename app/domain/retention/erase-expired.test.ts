import { describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventSent, fieldSent } from '../../../test/event-inputs.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { club, queue } from '../../../test/outbox.ts';
import { insertSignUps, signUpRow } from '../../../test/sign-ups.ts';
import { dump, load } from '../../../test/transfers.ts';
import { listActivity } from '../activity.ts';
import { addEvent, updateEvent } from '../event-changes/save-event.ts';
import { removeEvents } from '../event-changes/remove-events.ts';
import { findPublicEvent } from '../events/read-events.ts';
import type { Change } from '../topics.ts';
import { restoreFromTrash } from '../bring-back.ts';
import { listTrash } from '../trash.ts';
import { eraseExpired } from './erase-expired.ts';
import { addDays } from '../../time/club-time.ts';
import { retainedSince, type Retention } from './rules.ts';

const ZONE = 'America/Toronto';
/** Noon at the club. */
const NOW = Date.parse('2026-11-20T12:00:00-05:00');
const at = (text: string) => Date.parse(text);

describe('how long a day is', () => {
  test('what came on one day is kept whole days after it, from midnight to midnight at the club', () => {
    expect(new Date(retainedSince(1, ZONE, NOW)).toISOString()).toBe('2026-11-19T05:00:00.000Z');
    expect(new Date(addDays(at('2026-11-19T23:59:00-05:00'), 1, ZONE)).toISOString()).toContain('2026-11-21T04:59');
  });

  test('the clocks’ change between makes no day longer or shorter', () => {
    const since = retainedSince(30, ZONE, at('2026-11-20T00:00:00-05:00'));
    expect(new Date(since).toISOString()).toBe('2026-10-21T04:00:00.000Z');
    expect(new Date(retainedSince(30, ZONE, at('2026-11-19T23:59:59-05:00'))).toISOString()).toBe(
      '2026-10-20T04:00:00.000Z',
    );
  });
});

describe.each(databases)('answers that are kept for some days, on %s', (_, open) => {
  const site = freshDatabase(open);

  const erase = (retention: Retention, now = NOW, atOnce = 500) =>
    eraseExpired(site.db, { retention, timeZone: ZONE, now, atOnce });
  const daysAgo = (days: number) => NOW - days * 86_400_000;

  async function respond(formId: string, ages: Record<string, number>): Promise<void> {
    const rows = Object.entries(ages).map(([key, days]) => ({
      form_id: formId,
      key,
      answers: '{"q":"x"}',
      created_at: daysAgo(days),
    }));
    await site.db.write(({ query }) => query.insertInto('entries').values(rows).execute());
  }

  async function submit(form: string, ages: Record<string, number>): Promise<void> {
    const rows = Object.entries(ages).map(([key, days]) => ({
      form,
      key,
      answers: '{"email":"a@b.example"}',
      created_at: daysAgo(days),
    }));
    await site.db.write(({ query }) => query.insertInto('submissions').values(rows).execute());
  }

  async function keep(formId: string, responsesDays: number): Promise<void> {
    const row = { id: formId, fields: '[]', responses_days: responsesDays, extra: null, version: 0, updated_at: 0 };
    await site.db.write(({ query }) => query.insertInto('forms').values(row).execute());
  }

  const entries = async () =>
    (await site.db.query.selectFrom('entries').select(['form_id', 'key']).orderBy('key').execute()).map(
      ({ form_id, key }) => `${form_id}/${key}`,
    );
  const submissions = async () =>
    (await site.db.query.selectFrom('submissions').select('key').orderBy('key').execute()).map(({ key }) => key);
  const log = async () =>
    (await listActivity(site.db, admin, 10)).map(({ who, verb, title }) => `${who} ${verb} ${title}`);
  const mails = async () =>
    (await site.db.query.selectFrom('outbox').select('key').orderBy('key').execute()).map(({ key }) => key);

  test('without a rule everything is kept', async () => {
    await respond('f', { old: 9000 });
    await submit('contact', { old: 9000 });
    await erase(undefined);
    await erase({}, NOW + 86_400_000);
    expect([await entries(), await submissions(), await log()]).toEqual([['f/old'], ['old'], []]);
  });

  test('what is older is gone with its mail and told, what is not stays', async () => {
    await respond('f', { a: 366, b: 400, c: 365 });
    await submit('contact', { d: 91, e: 90 });
    for (const key of ['sign-up-f-a', 'sign-up-f-c', 'contact-d', 'contact-e', 'chat-invite-d'])
      await queue(site.db, key);
    const told: Change[] = [];
    site.db.onCommit((changes) => {
      told.push(...changes);
    });
    await erase({ responsesDays: 365, submissionsDays: 90 });
    expect([await entries(), await submissions()]).toEqual([['f/c'], ['e']]);
    expect(await mails()).toEqual(['contact-e', 'sign-up-f-c']);
    expect(told).toEqual(
      expect.arrayContaining([
        { topic: 'entry', key: 'f/a' },
        { topic: 'submission', key: 'contact/d' },
      ]),
    );
    expect((await log()).toSorted()).toEqual([
      'The site itself erased 1 submission older than 90 days',
      'The site itself erased 2 responses older than 365 days',
    ]);
  });

  test('a form’s own days count instead of the club’s, longer or shorter, and alone', async () => {
    await keep('short', 7);
    await keep('long', 1000);
    for (const form of ['short', 'long', 'other']) await respond(form, { [`${form}-8`]: 8, [`${form}-400`]: 400 });
    await submit('contact', { old: 31 });
    await submit('signup', { member: 31 });
    await erase({ responsesDays: 365, forms: { contact: 30 } });
    expect(await entries()).toEqual(['long/long-400', 'long/long-8', 'other/other-8']);
    expect(await submissions()).toEqual(['member']);
    await erase(undefined, NOW + 700 * 86_400_000);
    expect(await entries()).toEqual(['long/long-8', 'other/other-8']);
  });

  test('whoever has a place or waits for one keeps it until the event is over; who cancelled is gone', async () => {
    await insertEvents(site.db, eventRow('talk', { form_id: 'f', time_start: NOW + 86_400_000 }));
    const row = { created_at: daysAgo(9), since: daysAgo(9) };
    await insertSignUps(site.db, [
      signUpRow('f', 'goes', row),
      signUpRow('f', 'waits', { ...row, state: 'waiting' }),
      signUpRow('f', 'cancelled', { ...row, state: 'cancelled' }),
    ]);
    await erase({ responsesDays: 7 });
    expect(await entries()).toEqual(['f/goes', 'f/waits']);
    await erase({ responsesDays: 7 }, NOW + 2 * 86_400_000);
    expect(await entries()).toEqual([]);
  });

  test('once a day: what becomes too old during the day is erased on the next', async () => {
    await respond('f', { a: 3 });
    await erase({ responsesDays: 2 });
    await respond('f', { b: 3 });
    await erase({ responsesDays: 2 }, NOW + 3_600_000);
    expect(await entries()).toEqual(['f/b']);
    await erase({ responsesDays: 2 }, at('2026-11-21T00:00:00-05:00'));
    expect([await entries(), (await log()).length]).toEqual([[], 2]);
  });

  test('in batches, and by several copies at once, it is counted once', async () => {
    await respond('f', Object.fromEntries(Array.from({ length: 23 }, (_unused, n) => [`k${n}`, 10 + n])));
    await submit('contact', { a: 10, b: 11 });
    const rule = { responsesDays: 5, submissionsDays: 5 };
    await Promise.all([erase(rule, NOW, 4), erase(rule, NOW, 4), erase(rule, NOW, 4)]);
    expect([await entries(), await submissions()]).toEqual([[], []]);
    expect((await log()).toSorted()).toEqual([
      'The site itself erased 2 submissions older than 5 days',
      'The site itself erased 23 responses older than 5 days',
    ]);
  });

  test('the trash keeps no response longer, and gives back the rest', async () => {
    const input = eventSent({ hasForm: true, fields: [fieldSent('Name')], responsesDays: '20' });
    const { key } = await addEvent(site.db, admin, input, club);
    const formId = (await findPublicEvent(site.db, key))?.formId ?? '';
    await respond(formId, { old: 21, young: 19 });
    await queue(site.db, `sign-up-${formId}-old`);
    await removeEvents(site.db, admin, [key], club);
    await erase({ responsesDays: 365 });
    expect(await mails()).toEqual([]);
    expect(await log()).toContain('The site itself erased 1 response older than 20 days');
    const [trashed] = await listTrash(site.db);
    await restoreFromTrash(site.db, trashed?.key ?? '');
    expect(await entries()).toEqual([`${formId}/young`]);
  });

  test('an event’s form keeps its days through saving, import and export', async () => {
    const input = eventSent({ hasForm: true, fields: [fieldSent('Name')], responsesDays: '30' });
    const { key } = await addEvent(site.db, admin, input, club);
    const days = async () => (await site.db.query.selectFrom('forms').select('responses_days').execute())[0];
    expect(await days()).toEqual({ responses_days: 30 });
    const before = await dump(site.db);
    const event = await findPublicEvent(site.db, key);
    const form = JSON.parse(before).form[event?.formId ?? ''];
    expect(form).toMatchObject({ responsesDays: 30 });
    expect((await load(site.db, JSON.parse(before), { replace: true })).refused).toEqual([]);
    expect(await dump(site.db)).toBe(before);
    const fields = [fieldSent('Name', { name: form.fields[0].name })];
    const version = event?.version ?? 0;
    await updateEvent(site.db, admin, { key, version, input: { ...input, fields, responsesDays: '' } }, club);
    expect(await days()).toEqual({ responses_days: null });
  });

  test('days that are none are refused', async () => {
    for (const responsesDays of ['0', '-1', '1.5', 'a week', '36501', '1e3']) {
      const input = eventSent({ hasForm: true, fields: [fieldSent('Name')], responsesDays });
      await expect(addEvent(site.db, admin, input, club)).rejects.toMatchObject({
        fields: { responsesDays: 'Please enter whole days, from 1 to 36,500, or leave it empty' },
      });
    }
    const { refused } = await load(site.db, { form: { f: { responsesDays: 0 }, g: { responsesDays: '7' } } });
    expect(refused).toEqual(['form/f/responsesDays: must be a whole number of days up to 36500']);
    expect(await site.db.query.selectFrom('forms').select(['id', 'responses_days']).execute()).toEqual([
      { id: 'f', responses_days: null },
      { id: 'g', responses_days: 7 },
    ]);
  });
});
