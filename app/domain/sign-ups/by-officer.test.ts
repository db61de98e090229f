import { beforeEach, describe, expect, test } from 'vitest';
import { admin, member } from '../../../test/actors.ts';
import { plantTalk } from '../../../test/cast.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { runDue } from '../../../test/jobs.ts';
import { club } from '../../../test/outbox.ts';
import { NotAllowed, NotFound, Rejected } from '../errors.ts';
import { beginNext, queueFound } from '../jobs/run.ts';
import { SentBefore } from '../idempotency.ts';
import { viewResponses } from '../responses/view-responses.ts';
import type { MessageInput } from './message-input.ts';
import { mailingJobs } from './mailings.ts';
import { listSentMessages, sendMessage, sendTestMessage } from './messages.ts';
import {
  addByOfficer,
  cancelByOfficer,
  changeAnswersByOfficer,
  checkInByOfficer,
  givePlaceByOfficer,
  openAnswersForEditing,
  sendLinkByOfficer,
} from './by-officer.ts';
import { countSignUps, countsText } from './list-sign-ups.ts';
import { newLink, noteFollowed } from './links.ts';
import { findPersonForm } from './places.ts';
import { NoPlace } from './refusals.ts';

describe.each(databases)('what officers do with sign-ups on %s', (_, open) => {
  const opened = freshDatabase(open);
  const { db } = opened;
  beforeEach(async () => {
    await plantTalk(db);
  });

  const add = (name: string) =>
    addByOfficer(db, admin, club, {
      eventKey: 'talk',
      beyondLimit: false,
      answers: { name, email: `${name}@example.edu` },
    });
  const keyOf = async (name: string) =>
    (
      await db.query
        .selectFrom('entries')
        .select('key')
        .where('email', '=', `${name}@example.edu`)
        .executeTakeFirstOrThrow()
    ).key;
  const of = async (name: string) => ({ eventKey: 'talk', key: await keyOf(name) });
  const table = async () =>
    (await viewResponses(db, admin, 'form')).rows.map(({ signUp }) => `${signUp?.name}: ${signUp?.status}`).toSorted();
  const line = async () => {
    const form = await findPersonForm(db, 'form', club.clock.timeZone);
    return form && countsText(await countSignUps(db, form));
  };
  const subjects = async () =>
    (await db.query.selectFrom('outbox').select(['recipient', 'message']).execute())
      .map(({ recipient, message }) => `${recipient}: ${JSON.parse(message).subject}`)
      .toSorted();
  const forgetMail = () => db.write(({ query }) => query.deleteFrom('outbox').execute());

  test('they see how everybody stands, the waitlist by its numbers', async () => {
    for (const name of ['ana', 'ben', 'cleo']) await add(name);
    expect(await table()).toEqual(['ana: Going', 'ben: Waitlist 1', 'cleo: Waitlist 2']);
    expect(await line()).toBe('1 of 1 places taken, 2 on the waitlist, 0 came');
    await checkInByOfficer(db, admin, club, { ...(await of('ana')), at: Date.now() });
    expect(await table()).toEqual(['ana: Came', 'ben: Waitlist 1', 'cleo: Waitlist 2']);
    await db.write(({ query }) => query.updateTable('forms').set({ places: null }).execute());
    expect(await line()).toBe('1 going, 2 on the waitlist, 1 came');
  });

  test('they cancel: whoever waits longest moves up, and both are written to, once', async () => {
    for (const name of ['ana', 'ben', 'cleo']) await add(name);
    await forgetMail();
    const ana = await of('ana');
    await cancelByOfficer(db, admin, club, ana);
    await cancelByOfficer(db, admin, club, ana);
    expect(await table()).toEqual(['ana: Cancelled', 'ben: Going', 'cleo: Waitlist 1']);
    expect(await subjects()).toEqual([
      'ana@example.edu: Your sign-up is cancelled: Talk',
      'ben@example.edu: A place is yours: Talk',
    ]);
  });

  test('they give a place, beyond the limit only where they agreed to it', async () => {
    for (const name of ['ana', 'ben', 'cleo']) await add(name);
    await forgetMail();
    const cleo = await of('cleo');
    await expect(givePlaceByOfficer(db, admin, club, { ...cleo, beyondLimit: false })).rejects.toThrow(NoPlace);
    await givePlaceByOfficer(db, admin, club, { ...cleo, beyondLimit: true });
    await givePlaceByOfficer(db, admin, club, { ...cleo, beyondLimit: false });
    expect(await table()).toEqual(['ana: Going', 'ben: Waitlist 1', 'cleo: Going']);
    expect(await subjects()).toEqual(['cleo@example.edu: A place is yours: Talk']);
    expect(await line()).toBe('2 of 1 places taken, 1 on the waitlist, 0 came');
  });

  test('they check in who has a place, and undo it', async () => {
    for (const name of ['ana', 'ben']) await add(name);
    await checkInByOfficer(db, admin, club, { ...(await of('ana')), at: 5000 });
    await checkInByOfficer(db, admin, club, { ...(await of('ana')), at: null });
    expect(await table()).toEqual(['ana: Going', 'ben: Waitlist 1']);
    await expect(checkInByOfficer(db, admin, club, { ...(await of('ben')), at: 5000 })).rejects.toThrow(NoPlace);
  });

  test('they change what somebody answered, and nothing that the form would not take today is lost', async () => {
    const fields = [
      { name: 'diet', type: 'radio', description: 'Diet', options: ['Vegan', 'Any'], limits: { Vegan: 1 } },
      { name: 'laptop', type: 'checkbox', description: 'Do you need a laptop?' },
      {
        name: 'system',
        type: 'text',
        description: 'Which system?',
        required: true,
        showIf: { field: 'laptop', anyOf: [true] },
      },
    ];
    const ask = (asked: object[]) =>
      db.write(({ query }) =>
        query
          .updateTable('forms')
          .set({ fields: JSON.stringify(asked), places: null })
          .execute(),
      );
    await ask([...fields, { name: 'shirt', type: 'radio', description: 'Shirt', options: ['S'] }]);
    const answers = { diet: 'Any', laptop: true, system: 'BSD', shirt: 'S' };
    await addByOfficer(db, admin, club, {
      eventKey: 'talk',
      beyondLimit: false,
      answers: { name: 'Ana', email: 'ana@example.edu', ...answers },
    });
    await add('ben');
    // The shirt is asked no longer.
    await ask(fields);
    await forgetMail();
    const ana = await of('ana');
    const change = (key: { key: string }, changed: Record<string, unknown>) =>
      changeAnswersByOfficer(db, admin, club, { eventKey: 'talk', ...key, answers: changed });
    await change(ana, { name: 'Ana Ångström', diet: 'Vegan' });
    const now = { name: 'Ana Ångström', email: 'ana@example.edu', ...answers, diet: 'Vegan' };
    const given = async () => (await openAnswersForEditing(db, admin, ana, 'Europe/Berlin')).answers;
    expect(await given()).toEqual(now);
    // What is hidden goes, as it does when the person changes it.
    await change(ana, { laptop: false });
    const { system: _hidden, ...shown } = { ...now, laptop: false };
    expect(await given()).toEqual(shown);
    // Nobody is written to, since nothing happened to their place.
    expect(await subjects()).toEqual([]);

    const refused = async (changed: Record<string, unknown>, key = ana) => {
      const error: unknown = await change(key, changed).catch((found: unknown) => found);
      return error instanceof Rejected ? error.fields : error;
    };
    expect(await refused({ name: ' ' })).toHaveProperty('name');
    expect(await refused({ diet: 'Cake' })).toHaveProperty('diet');
    expect(await refused({ unknown: 'x' })).toEqual({ unknown: 'The form does not ask this' });
    expect(await refused({ diet: 'Vegan' }, await of('ben'))).toEqual({
      diet: 'This is full now. Please choose another.',
    });
    expect(await given()).toEqual(shown);
    await cancelByOfficer(db, admin, club, ana);
    await expect(change(ana, { diet: 'Any' })).rejects.toThrow('Their sign-up is cancelled.');
    await expect(change({ key: 'nobody' }, {})).rejects.toThrow(NotFound);
    await expect(changeAnswersByOfficer(db, member, club, { ...ana, answers: {} })).rejects.toThrow(NotAllowed);
  });

  test('they correct an address until somebody has followed its link, which ends then', async () => {
    await db.write(({ query }) => query.updateTable('forms').set({ places: null }).execute());
    for (const name of ['ana', 'ben']) await add(name);
    await forgetMail();
    const ana = await of('ana');
    const change = (email: string) =>
      changeAnswersByOfficer(db, admin, club, { ...ana, answers: { email } }).catch((error: unknown) =>
        error instanceof Rejected ? error.fields : error,
      );
    const links = () => db.query.selectFrom('sign_up_links').selectAll().where('entry_key', '=', ana.key).execute();
    const [before] = await links();
    expect(await openAnswersForEditing(db, admin, ana, 'Europe/Berlin')).toMatchObject({ mayCorrect: true });
    expect(await change('')).toHaveProperty('email');
    expect(await change('no address')).toHaveProperty('email');
    expect(await change(' BEN@example.edu')).toHaveProperty('email', expect.stringContaining('is signed up already.'));
    expect(await subjects()).toEqual([]);

    expect(await change('Anna@example.edu')).toBeUndefined();
    expect(await subjects()).toEqual(['anna@example.edu: Your sign-up: Talk']);
    expect((await of('anna')).key).toBe(ana.key);
    const after = await links();
    expect(after).toHaveLength(1);
    expect(after[0]?.token_hash).not.toBe(before?.token_hash);

    const ben = await of('ben');
    await cancelByOfficer(db, admin, club, ben);
    expect(await change('ben@example.edu')).toBeUndefined();
    expect((await of('ben')).key).toBe(ana.key);
    expect(
      await db.query.selectFrom('entries').select(['state', 'email']).where('key', '=', ben.key).execute(),
    ).toEqual([{ state: 'cancelled', email: null }]);

    const token = await db.write((tx) => newLink(tx, 'form', ana.key));
    for (let visit = 0; visit < 2; visit++) await noteFollowed(db, token);
    expect(await openAnswersForEditing(db, admin, ana, 'Europe/Berlin')).toMatchObject({ mayCorrect: false });
    expect(await change('eve@example.edu')).toEqual({ email: 'The address cannot be changed' });
  });

  test('they change one answer, and lose none that the form would not ask or take any more', async () => {
    const ask = (options: string[], anyOf: boolean[]) => {
      const fields = [
        { name: 'diet', type: 'radio', description: 'Diet', options },
        { name: 'laptop', type: 'checkbox', description: 'Do you need a laptop?' },
        { name: 'system', type: 'text', description: 'Which system?', showIf: { field: 'laptop', anyOf } },
      ];
      return db.write(({ query }) =>
        query
          .updateTable('forms')
          .set({ fields: JSON.stringify(fields) })
          .execute(),
      );
    };
    await ask(['Vegan', 'Any'], [true]);
    const answers = { email: 'ana@example.edu', diet: 'Any', laptop: true, system: 'BSD' };
    await addByOfficer(db, admin, club, {
      eventKey: 'talk',
      beyondLimit: false,
      answers: { name: 'Ana', ...answers },
    });
    await ask(['Vegan'], [false]);
    const ana = await of('ana');
    await changeAnswersByOfficer(db, admin, club, { ...ana, answers: { name: 'Anna' } });
    const { answers: given } = await openAnswersForEditing(db, admin, ana, 'Europe/Berlin');
    expect(given).toEqual({ name: 'Anna', ...answers });
  });

  test('they give no full option with a place to whoever had cancelled', async () => {
    const fields = [
      { name: 'diet', type: 'radio', description: 'Diet', options: ['Vegan', 'Any'], limits: { Vegan: 1 } },
    ];
    await db.write(({ query }) =>
      query
        .updateTable('forms')
        .set({ fields: JSON.stringify(fields), places: 5 })
        .execute(),
    );
    const addVegan = (name: string) =>
      addByOfficer(db, admin, club, {
        eventKey: 'talk',
        beyondLimit: false,
        answers: { name, email: `${name}@example.edu`, diet: 'Vegan' },
      });
    await addVegan('ana');
    const ana = await of('ana');
    await cancelByOfficer(db, admin, club, ana);
    await addVegan('ben');
    const refused = await givePlaceByOfficer(db, admin, club, { ...ana, beyondLimit: true }).catch(
      (error: unknown) => error,
    );
    expect(refused instanceof Rejected && refused.fields).toEqual({ diet: 'This is full now. Please choose another.' });
    expect(await table()).toEqual(['ana: Cancelled', 'ben: Going']);
    await cancelByOfficer(db, admin, club, await of('ben'));
    await givePlaceByOfficer(db, admin, club, { ...ana, beyondLimit: false });
    expect(await table()).toEqual(['ana: Going', 'ben: Cancelled']);
  });

  test('they send the link again, not twice within minutes', async () => {
    await add('ana');
    await forgetMail();
    await sendLinkByOfficer(db, admin, club, await of('ana'));
    await expect(sendLinkByOfficer(db, admin, club, await of('ana'))).rejects.toThrow('within the last ten minutes');
    expect(await subjects()).toEqual(['ana@example.edu: Your sign-up: Talk']);
  });

  test('they add nobody twice, and are told so where they typed the address', async () => {
    await add('ana');
    await forgetMail();
    const refused = await add('Ana').catch((error: unknown) => error);
    expect(refused instanceof Rejected && refused.fields).toEqual({ email: 'This address is signed up already.' });
    expect(await subjects()).toEqual([]);
  });

  test('they add once what one dialog sends again, whatever became of it meanwhile', async () => {
    const send = (name: string) =>
      addByOfficer(db, admin, club, {
        eventKey: 'talk',
        beyondLimit: false,
        once: '5f0c6f1e-0d0c-4d3b-9a0e-6f3a4a1f2b3c',
        answers: { name, email: 'ana@example.edu' },
      });
    await add('ana');
    await cancelByOfficer(db, admin, club, await of('ana'));
    await forgetMail();
    expect(await Promise.all([send('Ana'), send('Ana')])).toEqual(
      Array(2).fill({ name: 'Ana', state: 'going', position: null }),
    );
    expect(await subjects()).toEqual(['ana@example.edu: You have a place: Talk']);
    await cancelByOfficer(db, admin, club, await of('ana'));
    expect(await send('Ana')).toEqual({ name: 'Ana', state: 'cancelled', position: null });
    expect(await table()).toEqual(['Ana: Cancelled']);
    await expect(send('Anna')).rejects.toThrow('created already');
  });

  test('the log says what was done, and not to whom', async () => {
    for (const name of ['ana', 'ben']) await add(name);
    await cancelByOfficer(db, admin, club, await of('ana'));
    const log = await db.query.selectFrom('activity').select(['verb', 'topic', 'record_key', 'title']).execute();
    expect(log).toEqual([
      ...Array<object>(2).fill({ verb: 'added', topic: 'entry', record_key: 'talk', title: 'Talk' }),
      { verb: 'updated', topic: 'entry', record_key: 'talk', title: 'Talk' },
    ]);
  });

  test('nobody else does any of it', async () => {
    await add('ana');
    const ana = await of('ana');
    const words: MessageInput = { to: 'Everyone', subject: 'S', message: 'M' };
    for (const actor of [null, member]) {
      const tries = [
        addByOfficer(db, actor, club, { eventKey: 'talk', answers: {}, beyondLimit: true }),
        givePlaceByOfficer(db, actor, club, { ...ana, beyondLimit: true }),
        cancelByOfficer(db, actor, club, ana),
        checkInByOfficer(db, actor, club, { ...ana, at: 1 }),
        sendLinkByOfficer(db, actor, club, ana),
        sendMessage(db, actor, club, { ...words, eventKey: 'talk', idempotencyKey: 'one' }),
        sendTestMessage(db, actor, club, { eventKey: 'talk', subject: 'S', message: 'M' }),
        listSentMessages(db, actor, 'talk'),
      ];
      for (const tried of tries) await expect(tried).rejects.toThrow(NotAllowed);
    }
  });

  describe('a message', () => {
    const send = (given: Partial<MessageInput> = {}, idempotencyKey = 'one') =>
      sendMessage(db, admin, club, {
        to: 'Going',
        subject: 'Room',
        message: 'It is 332.\n\nCome <early>!',
        ...given,
        eventKey: 'talk',
        idempotencyKey,
      });
    const crowd = (count: number, site = db) =>
      site.write(({ query }) =>
        query
          .insertInto('entries')
          .values(
            Array.from({ length: count }, (_person, at) => ({
              form_id: 'form',
              key: `p${String(at).padStart(4, '0')}`,
              answers: '{}',
              created_at: 1,
              since: at,
              state: 'going' as const,
              email: `p${at}@example.edu`,
              checked_in: null,
            })),
          )
          .execute(),
      );
    const recipients = async () =>
      (await db.query.selectFrom('outbox').select('recipient').where('kind', '=', 'message').execute())
        .map(({ recipient }) => recipient.replace(/@.*/, ''))
        .toSorted();

    test.each<[MessageInput['to'], string[]]>([
      ['Going', ['ana']],
      ['Waitlist', ['ben']],
      ['Everyone', ['ana', 'ben']],
    ])('to %s goes to each of them, with words, facts and link', async (to, names) => {
      for (const name of ['ana', 'ben', 'cleo']) await add(name);
      await cancelByOfficer(db, admin, club, await of('cleo'));
      await checkInByOfficer(db, admin, club, { ...(await of('ana')), at: 5000 });
      expect(await send({ to })).toEqual({ recipients: names.length });
      expect(await recipients()).toEqual(names);
      const mail = await db.query
        .selectFrom('outbox')
        .select(['message', 'secret'])
        .where('kind', '=', 'message')
        .executeTakeFirstOrThrow();
      const { subject, text, html } = JSON.parse(mail.message);
      expect(subject).toBe('Room');
      expect(text).toMatch(/^It is 332\.\n\nCome <early>!\n\nEvent: Talk\nWhen: /);
      expect(html).toContain('<p dir="auto">Come &lt;early&gt;!</p>');
      expect(text).toContain('https://club.example.edu/sign-ups/');
      expect(mail.secret).toMatch(/^[\w-]{32}$/);
      expect(await db.query.selectFrom('activity').select('title').where('verb', '=', 'wrote').execute()).toEqual([
        { title: expect.stringMatching(/^to \d (person|people) .* of ‘Talk’$/) },
      ]);
    });

    test('pressed twice is sent once; other words under the same key are refused', async () => {
      await add('ana');
      await Promise.all([send(), send()]);
      await expect(send({ message: 'Other' })).rejects.toThrow(SentBefore);
      await runDue(db, mailingJobs());
      expect(await recipients()).toEqual(['ana']);
      expect(await listSentMessages(db, admin, 'talk')).toMatchObject([{ to: 'to 1 person with a place of ‘Talk’' }]);
      expect(await listSentMessages(db, admin, 'other')).toEqual([]);
      await send({ message: 'Other' }, 'two');
      expect(await recipients()).toEqual(['ana', 'ana']);
    });

    test('to many goes out in batches, each once, also where two copies share the work and one dies', async () => {
      await crowd(900);
      expect(await send()).toEqual({ recipients: 900 });
      expect((await recipients()).length).toBe(250);
      const other = await opened.copy();
      const jobs = mailingJobs();
      await queueFound(db, jobs);
      await expect(
        db.write(async (tx) => {
          await beginNext({ ...db, write: (work) => work(tx) }, jobs);
          throw new Error('The process dies');
        }),
      ).rejects.toThrow('dies');
      expect((await recipients()).length).toBe(250);
      await Promise.all([runDue(db, mailingJobs()), runDue(other, mailingJobs())]);
      await runDue(db, mailingJobs());
      expect(new Set(await recipients()).size).toBe(900);
      expect((await recipients()).length).toBe(900);
    });

    test('passes over whom no mail can reach', async () => {
      await crowd(150);
      await db.write(({ query }) =>
        query.updateTable('entries').set({ email: 'no address' }).where('key', '=', 'p0003').execute(),
      );
      await send();
      expect((await recipients()).length).toBe(149);
    });

    test('to nobody is refused', async () => {
      await expect(send()).rejects.toThrow('There is nobody to write to.');
      await add('ana');
      await expect(send()).resolves.toEqual({ recipients: 1 });
    });

    test('is tried on whoever writes it, and on nobody else', async () => {
      await add('ana');
      await forgetMail();
      const words = { eventKey: 'talk', subject: 'Room', message: 'It is 332.' };
      expect(await sendTestMessage(db, admin, club, words)).toEqual({ recipient: admin.email });
      expect(await subjects()).toEqual([`${admin.email}: Room`]);
      await expect(sendTestMessage(db, { ...admin, email: '' }, club, words)).rejects.toThrow(Rejected);
    });
  });
});
