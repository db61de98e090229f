import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { admin } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { insertPersonForm } from '../../../test/sign-ups.ts';
import { claimMail, club, rowOf } from '../../../test/outbox.ts';
import type { Database, Writer } from '../../db/db.server.ts';
import { findSignUpLink } from '../sign-ups/links.ts';
import type { SignedUpAlready } from '../sign-ups/refusals.ts';
import { cancelByLink } from '../sign-ups/by-link.ts';
import type { Change } from '../topics.ts';
import { listResponses } from './list-responses.ts';
import { EntryRejected, recordEntry, type SentToEvent } from './record-response.ts';

let count = 0;

const FORM = 'AbCdEfGhIj';
const fields = [
  { name: 'name', type: 'text', description: 'Name', required: true },
  { name: 'size', type: 'radio', description: 'Size', options: ['S', 'L'] },
];

const sent = (given: Partial<SentToEvent> = {}): SentToEvent => ({
  formId: FORM,
  answers: { name: 'Sam', size: 'S' },
  club,
  idempotencyKey: `once-${++count}`,
  attestation: `attestation-${count}`,
  ...given,
});

/** The same database, which notes what its writes together ask. */
function noting(db: Database, asked: string[]): Database {
  const recorder: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(db.query.getExecutor().compileQuery(node, { queryId: crypto.randomUUID() }).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...db,
    writeHolding: (lock, work) => {
      const noting = (tx: Writer) => ({ ...tx, query: tx.query.withPlugin(recorder) });
      return db.writeHolding({ ...lock, hold: (tx) => lock.hold(noting(tx)) }, (tx, held) => work(noting(tx), held));
    },
  };
}

describe.each(databases)('recording a response on %s', (_name, open) => {
  const { db } = freshDatabase(open);
  beforeEach(async () => {
    await insertEvents(db, eventRow('event', { form_id: FORM }));
    await storeForm(FORM);
  });

  const storeForm = (id: string) =>
    db.write(({ query }) =>
      query
        .insertInto('forms')
        .values({ id, fields: JSON.stringify(fields), extra: null, version: 0, updated_at: 0 })
        .execute(),
    );
  const stored = async (formId = FORM) =>
    (await listResponses(db, admin, { kind: 'event', id: formId })).map(({ answers }) => answers);

  test('stores the answers and tells whom it concerns', async () => {
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    await recordEntry(db, sent());
    const [entry] = await listResponses(db, admin, { kind: 'event', id: FORM });
    expect(entry?.answers).toEqual({ name: 'Sam', size: 'S' });
    expect(told).toEqual([{ topic: 'entry', key: `${FORM}/${entry?.key}` }]);
  });

  test('queues one confirmation to the address given, and none where nothing was stored', async () => {
    const withEmail = [...fields, { name: 'mail', type: 'text', description: 'E-mail' }];
    await db.write(({ query }) =>
      query
        .updateTable('forms')
        .set({ fields: JSON.stringify(withEmail) })
        .execute(),
    );
    const entry = sent({ answers: { name: 'Sam', mail: 'sam@example.edu' } });
    const recorded = await Promise.all([recordEntry(db, entry), recordEntry(db, entry)]);
    expect(recorded.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(recorded.map(({ confirmedTo }) => confirmedTo)).toEqual(Array(2).fill('sam@example.edu'));
    await expect(recordEntry(db, sent({ answers: { mail: 'sam@example.edu' } }))).rejects.toThrow(EntryRejected);
    const rows = await db.query.selectFrom('outbox').select(['kind', 'recipient']).execute();
    expect(rows).toEqual([{ kind: 'event confirmation', recipient: 'sam@example.edu' }]);
  });

  test('the same sending stores one, at once or again, with a new attestation too', async () => {
    const entry = sent();
    await Promise.all([recordEntry(db, entry), recordEntry(db, entry)]);
    await recordEntry(db, { ...entry, attestation: 'another' });
    expect(await stored()).toHaveLength(1);
  });

  test('the same sending with other answers is told so, and nothing is overwritten', async () => {
    const entry = sent();
    await recordEntry(db, entry);
    const other = { ...entry, attestation: 'another', answers: { name: 'Alex', size: 'L' } };
    await expect(recordEntry(db, other)).rejects.toMatchObject({ name: 'SentBefore' });
    expect(await stored()).toEqual([{ name: 'Sam', size: 'S' }]);
  });

  test('an attestation covers one response', async () => {
    await recordEntry(db, sent({ attestation: 'mine' }));
    const again = recordEntry(db, sent({ attestation: 'mine' }));
    await expect(again).rejects.toMatchObject({ name: 'AttestationUsed' });
    expect(await stored()).toHaveLength(1);
  });

  test('answers that do not fit are refused with the form as it is, and can be sent again once they do', async () => {
    const entry = sent({ answers: { name: '', size: 'XL', gone: 'x' } });
    await expect(recordEntry(db, entry)).rejects.toMatchObject({
      name: 'EntryRejected',
      fields: { name: 'Required field', size: 'Please choose one of the options', gone: 'The form does not ask this' },
      form: { id: FORM, fields: [{ name: 'name' }, { name: 'size' }] },
    });
    await recordEntry(db, { ...entry, answers: { name: 'Sam' } });
    expect(await stored()).toEqual([{ name: 'Sam', size: '' }]);
  });

  test('a form that no event has takes nothing', async () => {
    await storeForm('orphan');
    for (const formId of ['nobody', 'orphan']) {
      await expect(recordEntry(db, sent({ formId }))).rejects.toMatchObject({ name: 'NotFound' });
      expect(await stored(formId)).toEqual([]);
    }
  });

  test('one bad response among many does not sink the others', async () => {
    const all = Array.from({ length: 30 }, (_, index) => sent(index % 3 === 0 ? { answers: {} } : {}));
    const results = await Promise.allSettled(all.map((entry) => recordEntry(db, entry)));
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(await stored()).toHaveLength(20);
  });

  test('a crowd that shares commits has its places and its order, whoever among it is refused', async () => {
    await insertEvents(db, eventRow('talk', { form_id: 'talk', time_start: Date.now() + 1e8 }));
    await insertPersonForm(db, 'talk', { places: 3 });
    const by = (email: string) => sent({ formId: 'talk', answers: { name: email, email } });
    const emails = Array.from({ length: 24 }, (_, at) => (at % 4 === 0 ? 'not an address' : `p${at % 14}@example.edu`));
    const results = await Promise.allSettled(emails.map((email) => recordEntry(db, by(email))));
    const recorded = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.signUp] : []));
    const rows = await db.query
      .selectFrom('entries')
      .select(['email', 'state', 'since'])
      .where('form_id', '=', 'talk')
      .orderBy('since')
      .execute();
    expect(rows).toHaveLength(recorded.length);
    expect(new Set(rows.map(({ since }) => since)).size).toBe(rows.length);
    expect(rows.map(({ state }) => state)).toEqual(rows.map((_row, at) => (at < 3 ? 'going' : 'waiting')));
    const positions = recorded.flatMap((one) => one?.position ?? []);
    expect(positions.toSorted((one, other) => one - other)).toEqual(rows.slice(3).map((_row, at) => at + 1));
  });

  test('of a crowd that shares a commit the first reads the form, and each makes nine statements', async () => {
    await insertEvents(db, eventRow('talk', { form_id: 'talk', time_start: Date.now() + 1e8 }));
    await insertPersonForm(db, 'talk', { places: 3 });
    const asked: string[] = [];
    const noted = noting(db, asked);
    const come = (email: string) => recordEntry(noted, sent({ formId: 'talk', answers: { name: email, email } }));
    await Promise.allSettled(Array.from({ length: 40 }, (_, at) => come(at === 20 ? 'nobody' : `p${at}@example.edu`)));
    const of = (what: RegExp) => asked.filter((sql) => what.test(sql));
    expect(of(/ from "forms" where "id" = /)).toHaveLength(1);
    // A calendar file for each who has a place.
    expect(of(/^update "forms" set "calendar_sequence"/)).toHaveLength(3);
    expect(of(/ from "events"/)).toHaveLength(1);
    // How many have a place and how many wait, in one look.
    expect(of(/count\(\*\) from entries/)).toHaveLength(39);
    expect(of(/^insert into "entries"/)).toHaveLength(39);
    expect(asked.length).toBeLessThan(40 * 9 + 10);
  });

  test('what was sent before gives no link to whoever signed the same address up since', async () => {
    await db.write(({ query }) => query.updateTable('forms').set({ fields: '[]', asks_person: 1 }).execute());
    const sender = sent({ answers: { name: 'Mallory', email: 'sam@example.edu' } });
    const first = await recordEntry(db, sender);
    await cancelByLink(db, club, first.signUp?.token ?? '');
    const owner = sent({ answers: { name: 'Sam', email: 'sam@example.edu' } });
    await recordEntry(db, owner);
    expect(await recordEntry(db, { ...sender, attestation: 'another' })).toEqual({
      isNew: false,
      confirmedTo: 'sam@example.edu',
    });
    // Their own, sent again, still does.
    const again = await recordEntry(db, { ...owner, attestation: 'one more' });
    expect(again.signUp).toMatchObject({ state: 'going', token: expect.any(String) });
  });

  test('a sign-up that is sent forty times over has two links: the one in its mail, and the one that was answered last', async () => {
    await db.write(({ query }) => query.updateTable('forms').set({ fields: '[]', asks_person: 1 }).execute());
    const entry = sent({ answers: { name: 'Sam', email: 'sam@example.edu' } });
    const tokens: string[] = [];
    for (let time = 0; time < 40; time++) {
      const { signUp } = await recordEntry(db, { ...entry, attestation: `attestation-${count}-${time}` });
      tokens.push(signUp?.token ?? '');
    }
    const found = await Promise.all(tokens.map((token) => findSignUpLink(db, token)));
    expect(found.flatMap((link, at) => (link ? [at] : []))).toEqual([0, 39]);
    expect((await rowOf(db, await onlyMail())).secret).toBe(tokens[0]);
  });

  const onlyMail = async () => {
    const { key } = await db.query.selectFrom('outbox').select('key').executeTakeFirstOrThrow();
    return key;
  };

  test('nobody is told that a link was sent again which the day’s limit withholds', async () => {
    await db.write(({ query }) => query.updateTable('forms').set({ fields: '[]', asks_person: 1 }).execute());
    const again = () => recordEntry(db, sent({ answers: { name: 'Sam', email: 'sam@example.edu' } }));
    await again();
    const said: unknown[] = [];
    for (let time = 0; time < 4; time++) {
      await again().catch(({ fields }: SignedUpAlready) => said.push(fields['email']));
      while (await claimMail(db));
      // The next one is ten minutes later, and another mail.
      const mail = `earlier-${time}`;
      await db.write(({ query }) => query.updateTable('mailed_recipients').set({ mail }).execute());
      await db.write(({ query }) => query.deleteFrom('outbox').where('kind', '=', 'sign-up link').execute());
    }
    const SENT = 'This address is signed up already. We have sent its link again.';
    expect(said.slice(0, 3)).toEqual([SENT, SENT, SENT]);
    expect(said[3]).toMatch(
      /^This address is signed up already\. We have already emailed its link several times today/,
    );
    expect(await db.query.selectFrom('outbox').selectAll().where('kind', '=', 'sign-up link').execute()).toEqual([]);
  });

  test('whoever signs up has a name and an address of one line’s length', async () => {
    await db.write(({ query }) => query.updateTable('forms').set({ fields: '[]', asks_person: 1 }).execute());
    const long = (length: number) =>
      Array.from({ length }, (_, at) => at.toString(36))
        .join('')
        .slice(0, length);
    for (const answers of [
      { name: long(501), email: 'sam@example.edu' },
      { name: 'Sam', email: `${long(9000)}@example.edu` },
    ])
      await expect(recordEntry(db, sent({ answers }))).rejects.toThrow(EntryRejected);
    await recordEntry(db, sent({ answers: { name: long(500), email: 'sam@example.edu' } }));
  });

  test('what no text may hold is left out', async () => {
    await recordEntry(db, sent({ answers: { name: 'a\0b\uD800' } }));
    expect(await stored()).toEqual([{ name: 'ab\uFFFD', size: '' }]);
  });
});
