import { describe, expect, test } from 'vitest';
import sample from '../../../club.config.ts';
import type { ClubConfig } from '../../config/club.ts';
import { listSampleTexts } from '../../config/sample-texts.ts';
import { admin, member } from '../../../test/actors.ts';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { eventRow, insertEvents } from '../../../test/event-rows.ts';
import { NotAllowed } from '../errors.ts';
import { execs } from '../execs.ts';
import { noteAccepted } from '../mail/accepted.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { addRecord } from '../record-changes/save.ts';
import { listFirstSteps } from './first-steps.ts';

const OWN: ClubConfig = {
  ...sample,
  club: { ...sample.club, name: 'Riverside Chess Club', email: 'chess@riverside.test' },
  chat: { ...sample.chat, inviteUrl: 'https://chat.riverside.test/join' },
  links: { code: { label: 'Our code', url: 'https://code.riverside.test' } },
  guide: { ...sample.guide, editUrl: 'https://code.riverside.test/edit' },
  about: ['We play chess.'],
};
delete OWN.payments;
delete OWN.socialFeed;

const exec = (name: string) => ({
  name,
  title: 'Executive',
  description: '',
  isCurrentExec: true,
  image: null,
  since: '',
  until: '',
});

const person = (uid: string) => ({
  uid,
  name: uid,
  email: null,
  verified_email: null,
  extra: null,
  created_at: 1,
  role: 'admin',
  admin: 1,
});

describe.each(databases)('first steps on %s', (_, open) => {
  const site = freshDatabase(open);

  const steps = (club: ClubConfig, isMailSetUp = false) =>
    listFirstSteps(site.db, admin, { sample: listSampleTexts(club), isMailSetUp });
  const left = async (club: ClubConfig) =>
    (await steps(club)).filter(({ isDone }) => !isDone).map(({ label }) => label);

  test('an empty club has all of them, each ticked by what is there', async () => {
    const all = (await steps(sample)).map(({ label }) => label);
    expect(await left(sample)).toEqual(all);
    expect(all).toHaveLength(8);
    await insertEvents(site.db, eventRow('talk'));
    for (const name of ['Ada', 'Ben', 'Cleo']) await addRecord(site.db, admin, execs, exec(name));
    expect(await left(OWN)).toEqual(['Pictures for the home page', 'A second Admin', 'Mail that arrives']);
  });

  test('mail arrives once a server has taken one, while there is a server', async () => {
    const arrives = async (isMailSetUp: boolean) =>
      (await steps(OWN, isMailSetUp)).find(({ label }) => label === 'Mail that arrives')?.isDone;
    expect(await arrives(true)).toBe(false);
    for (let mail = 0; mail < 2; mail++) await site.db.write(noteAccepted);
    expect(await arrives(true)).toBe(true);
    expect(await arrives(false)).toBe(false);
  });

  test('mail arrives where one was sent before it was noted', async () => {
    await site.db.write((tx) =>
      queueMail(tx, {
        kind: 'contact message',
        recipient: 'ada@example.edu',
        subject: 'A test',
        text: 'It came.',
        html: '',
      }),
    );
    expect((await steps(OWN, true)).at(-1)).toMatchObject({ label: 'Mail that arrives', isDone: false });
    await site.db.write(({ query }) => query.updateTable('outbox').set({ sent_at: 1 }).execute());
    expect((await steps(OWN, true)).at(-1)).toMatchObject({ label: 'Mail that arrives', isDone: true });
  });

  test('all of it is gone once all is done', async () => {
    await insertEvents(site.db, eventRow('talk'));
    for (const name of ['Ada', 'Ben', 'Cleo']) await addRecord(site.db, admin, execs, exec(name));
    await site.db.write(async ({ query }) => {
      const value = JSON.stringify([{ name: 'a.jpg', url: 'https://pictures.test/a.jpg' }]);
      await query
        .insertInto('files_settings')
        .values({ key: 'homeSlideshow', value, version: 1, updated_at: 1 })
        .execute();
      for (const uid of ['a', 'b']) await query.insertInto('users').values(person(uid)).execute();
    });
    await site.db.write(noteAccepted);
    expect(await steps(OWN, true)).toEqual([]);
  });

  test('they are for who manages the club', async () => {
    await expect(listFirstSteps(site.db, member, { sample: [], isMailSetUp: true })).rejects.toThrow(NotAllowed);
  });
});

test('what is still the sample’s is named', () => {
  expect(listSampleTexts(OWN).filter(({ path }) => !path.startsWith('club.'))).toEqual([]);
  expect(listSampleTexts(sample).map(({ label }) => label)).toContain('Invitation to the chat: address');
});
