import sample from '../../club.config.ts';
import type { ClubConfig } from '../../app/config/club.ts';
import { issueToken } from '../../app/attest/attestation.server.ts';
import { importRecords } from '../../app/transfer/import.ts';
import type { RunningApp } from '../app.ts';
import { sameOriginHeaders, seedAdmin, seedMember } from '../people.ts';
import { seedFile } from '../seed-file.ts';
import { sourceOf } from '../transfers.ts';
import type { People, World } from './requests.ts';

const club: ClubConfig = sample;
const FIELDS = [
  { name: 'name', type: 'text', description: 'Name', required: true },
  { name: 'size', type: 'radio', description: 'Size', options: ['S', 'M'] },
  { name: 'late', type: 'checkbox', description: 'Late' },
];

/** Fills an empty app with one record of everything and three people. */
export async function seedWorld(app: RunningApp): Promise<World> {
  const { db, auth } = app.site;
  const file = await seedFile(db);
  const dates = { timeStartTimestamp: 4e12, timeEndTimestamp: 4e12 + 3_600_000 };
  const content = {
    event: { e1: { title: 'Talk', formId: 'form1', datetime: dates, image: file }, e2: { title: 'Old' } },
    exec: { x1: { name: 'Ada', isCurrentExec: true } },
    food: { f1: { name: 'Tea', section: 'Drink', price: 1 } },
    dsc: { d1: { title: 'Card', text: '<b>x</b>' } },
    files: { homeSlideshow: [{ url: 'https://pictures.example.com/1.jpg', name: '1.jpg' }] },
    form: { form1: { fields: FIELDS } },
    entry: { form1: { a1: { name: 'Max', size: 'S' } } },
  };
  await importRecords(db, sourceOf(content));
  return {
    club,
    people: await seedPeople(app),
    keys: ['e1', 'e2', 'form1', 'contact', 'signup', 'chat-invite', file.guid, crypto.randomUUID()],
    token: () => issueToken(auth.secret),
    records: { event: 'e1', exec: 'x1', food: 'f1', dsc: 'd1' },
    formId: 'form1',
  };
}

/** A stranger, and two who are signed in. */
export async function seedPeople(app: RunningApp): Promise<People> {
  const [member, admin] = [await seedMember(app), await seedAdmin(app)];
  return { stranger: sameOriginHeaders(app), member: member.sending, admin: admin.sending };
}
