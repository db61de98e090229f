import { describe, expect, test } from 'vitest';
import { plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { claimMail, club, SENT } from '../../../test/outbox.ts';
import { insertPersonForm, listMails } from '../../../test/sign-ups.ts';
import { DAY_MS, HOUR_MS } from '../../time/durations.ts';
import { NotFound } from '../errors.ts';
import { recordEntry } from '../responses/record-response.ts';
import { confirmByLink, confirmOther, viewByLink } from './by-link.ts';

const MOST_MAILS = 3;

describe.each(databases)('what waits for one address, on %s', (_, open) => {
  const { db } = freshDatabase(open);

  /** Two events that confirm addresses, and one that draws its places. */
  async function plant(): Promise<void> {
    await plantTalk(db, { form: { confirms: 1, places: 9 } });
    for (const key of ['walk', 'trip'])
      await insertEvents(db, eventRow(key, { title: key, form_id: key, time_start: Date.now() + 2 * DAY_MS }));
    await insertPersonForm(db, 'walk', { confirms: 1, places: 9 });
    await insertPersonForm(db, 'trip', { draw: 1, places: 1, closes: Date.now() + HOUR_MS });
  }
  let sent = 0;
  async function enter(formId: string, name: string, email = 'dora@example.edu'): Promise<void> {
    const once = { attestation: `attestation-${++sent}`, idempotencyKey: `once-${sent}` };
    await recordEntry(db, { ...once, formId, club, answers: { name, email } });
  }
  /** The mail server takes all that it is handed; returns the tokens in it. */
  async function send(): Promise<string[]> {
    const tokens: string[] = [];
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
      tokens.push(/\/sign-ups\/([\w-]+)/.exec(mail.message.text)?.[1] ?? '');
      await mail.end(SENT);
    }
    return tokens;
  }
  const others = async (token: string) =>
    (await viewByLink(db, club, token)).others.map(({ formId, name }) => `${formId}: ${name}`).toSorted();
  const keyOf = async (formId: string, name: string) => {
    const rows = await db.query.selectFrom('entries').selectAll().where('form_id', '=', formId).execute();
    return rows.find(({ answers }) => JSON.parse(answers).name === name)?.key ?? '';
  };
  const stateOf = async (formId: string, name: string) =>
    (
      await db.query
        .selectFrom('entries')
        .select('state')
        .where('form_id', '=', formId)
        .where('key', '=', await keyOf(formId, name))
        .executeTakeFirst()
    )?.state;

  test('the link of a confirmation that a stranger caused lets its owner into a draw, once those of the day are used up', async () => {
    await plant();
    for (let time = 0; time < MOST_MAILS; time++) await enter('form', `Mallory ${time}`);
    const [strangers = ''] = await send();
    await enter('trip', 'Dora');
    expect(await send()).toEqual([]);
    expect((await listMails(db)).filter((mail) => mail.includes('trip'))).toEqual([]);
    expect(await others(strangers)).toEqual(['form: Mallory 1', 'form: Mallory 2', 'trip: Dora']);
    const key = await keyOf('trip', 'Dora');
    await Promise.all([1, 2].map(() => confirmOther(db, club, strangers, { formId: 'trip', key })));
    expect(await stateOf('trip', 'Dora')).toBe('entered');
    expect(await stateOf('form', 'Mallory 0')).toBe('unconfirmed');
    expect(await listMails(db)).toContain('dora: You are in the draw: trip');
    expect(await others(strangers)).toEqual(['form: Mallory 1', 'form: Mallory 2']);
  });

  test('at one event the one that is confirmed is the sign-up, and each link leads to it', async () => {
    await plant();
    await enter('form', 'Mallory');
    const [strangers = ''] = await send();
    await enter('form', 'Dora');
    const [own = ''] = await send();
    await confirmOther(db, club, strangers, { formId: 'form', key: await keyOf('form', 'Dora') });
    for (const token of [strangers, own])
      expect(await viewByLink(db, club, token)).toMatchObject({
        state: 'going',
        others: [],
        answers: { name: 'Dora' },
      });
  });

  test('nothing of another address, nothing that counts, and nothing of an event that is over is offered', async () => {
    await plant();
    await enter('form', 'Dora');
    const [token = ''] = await send();
    await enter('walk', 'Eve', 'eve@example.edu');
    await enter('walk', 'Dora');
    expect(await others(token)).toEqual(['walk: Dora']);
    const eves = { formId: 'walk', key: await keyOf('walk', 'Eve') };
    await expect(confirmOther(db, club, token, eves)).rejects.toThrow(NotFound);
    expect(await stateOf('walk', 'Eve')).toBe('unconfirmed');
    const change = { time_start: Date.now() - 1 };
    await db.write(({ query }) => query.updateTable('events').set(change).where('key', '=', 'walk').execute());
    expect(await others(token)).toEqual([]);
    await confirmByLink(db, club, token);
    expect(await others(token)).toEqual([]);
  });

  test('a link that was not mailed offers nothing', async () => {
    await plant();
    await enter('walk', 'Dora');
    const key = await keyOf('walk', 'Dora');
    await db.write(({ query }) =>
      query.updateTable('forms').set({ confirms: null }).where('id', '=', 'form').execute(),
    );
    const once = { attestation: 'attestation', idempotencyKey: 'once' };
    const answers = { name: 'Mallory', email: 'dora@example.edu' };
    const { signUp } = await recordEntry(db, { ...once, formId: 'form', club, answers });
    const token = signUp?.token ?? '';
    expect(await others(token)).toEqual([]);
    await expect(confirmOther(db, club, token, { formId: 'walk', key })).rejects.toThrow(NotFound);
  });
});
