import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rewriteChoices } from '../app/domain/forms/chosen-options.ts';
import { newLink } from '../app/domain/sign-ups/links.ts';
import { startApp, type RunningApp } from './app.ts';
import { ana, ben, plantTalk } from './cast.ts';
import { eventRow, insertEvents } from './event-rows.ts';
import { sameOriginHeaders } from './people.ts';
import { insertPersonForm, insertSignUps, signUpRow } from './sign-ups.ts';

let app: RunningApp;
let path: string;
beforeAll(async () => {
  app = await startApp();
  await plantTalk(app.site.db, { people: [ana, ben] });
});
afterAll(() => app.close());
beforeEach(async () => {
  path = `/sign-ups/${await app.site.db.write((tx) => newLink(tx, 'form', 'ana'))}`;
});

const press = (fields: Record<string, string>, headers: Record<string, string> = sameOriginHeaders(app)) =>
  app.get(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers });
const pageAt = async (address: string) => (await app.get(address)).text();
/** Those of forms that are posted: what each sends, and its words. */
function buttonsIn(page: string) {
  const forms = page.match(/<form[^>]*method="post"[^>]*>.*?<\/form>/gs) ?? [];
  const buttons = forms.flatMap((form) => [...form.matchAll(/<button type="submit"[^>]*value="(\w+)"[^>]*>([^<]+)/g)]);
  return buttons.map(([, value, words]) => [value, words]);
}
const anaNow = async () => {
  const query = app.site.db.query.selectFrom('entries').select(['state', 'answers']);
  const { state, answers } = await query.where('key', '=', 'ana').executeTakeFirstOrThrow();
  return { state, answers: JSON.stringify(answers) };
};

test('every button is a form’s, and where it was sent from is told to this site alone', async () => {
  const page = await pageAt(path);
  expect(buttonsIn(page)).toEqual([
    ['change', 'Change my answers'],
    ['cancel', 'Cancel my sign-up'],
  ]);
  expect(page.includes('<meta name="referrer" content="same-origin"')).toBe(true);
  const { headers } = await app.get(path);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('a place is given up by a second page, and taken again', async () => {
  const second = await pageAt(`${path}?step=cancel`);
  expect(/<h2[^>]*>Cancel my sign-up<\/h2>/.test(second)).toBe(true);
  expect(buttonsIn(second)).toEqual([['cancel', 'Give up my place']]);
  expect((await anaNow()).state).toBe('going');
  const { status, headers } = await press({ verb: 'cancel' });
  expect([status, headers.get('location')]).toEqual([303, path]);
  expect((await anaNow()).state).toBe('cancelled');
  const page = await pageAt(path);
  expect(page.includes('Your sign-up is cancelled.')).toBe(true);
  expect(buttonsIn(page)).toEqual([['again', 'Sign up again']]);
  expect((await press({ verb: 'again' })).status).toBe(303);
  expect((await pageAt(path)).includes('You are number 1 on the waitlist.')).toBe(true);
});

test('an address is confirmed, and what else was entered with it for this event is gone', async () => {
  const { db } = app.site;
  await insertEvents(db, eventRow('other', { title: 'Other', form_id: 'other', time_start: Date.now() + 172_800_000 }));
  await insertPersonForm(db, 'other', { confirms: 1, remind_hours: null });
  const waits = { state: 'unconfirmed', since: Date.now(), email: 'zoe@example.edu' } as const;
  await insertSignUps(db, [
    signUpRow('other', 'zoe', waits),
    signUpRow('other', 'zoe-too', { ...waits, answers: '{}' }),
  ]);
  path = `/sign-ups/${await db.write((tx) => newLink(tx, 'other', 'zoe'))}`;
  expect(buttonsIn(await pageAt(path)).map(([, words]) => words)).toContain('Confirm my sign-up');
  expect((await press({ verb: 'confirm' })).status).toBe(303);
  const left = await db.query.selectFrom('entries').select(['key', 'state']).where('form_id', '=', 'other').execute();
  expect(left).toEqual([{ key: 'zoe', state: 'going' }]);
});

test('of an event without a date, no date is announced', async () => {
  const { db } = app.site;
  await insertEvents(db, eventRow('someday', { title: 'Some day', location: 'Room 332', form_id: 'someday' }));
  await insertPersonForm(db, 'someday');
  await insertSignUps(db, [signUpRow('someday', 'ana')]);
  const token = await db.write((tx) => newLink(tx, 'someday', 'ana'));
  for (const address of [`/sign-ups/${token}`, `/still-coming/${token}`]) {
    const page = await pageAt(address);
    expect([page.includes('<dt>Where</dt>'), page.includes('<dt>When</dt>')]).toEqual([true, false]);
  }
});

test('what else waits for the address is confirmed beside it, and nobody else’s', async () => {
  const { db } = app.site;
  const hours = (count: number) => Date.now() + count * 3_600_000;
  for (const key of ['walk', 'trip']) {
    await insertEvents(db, eventRow(key, { title: key, form_id: key, time_start: hours(48) }));
    await insertPersonForm(db, key, { confirms: 1, remind_hours: null });
  }
  const waits = { state: 'unconfirmed', since: Date.now(), email: 'dora@example.edu' } as const;
  await insertSignUps(db, [
    signUpRow('walk', 'dora', waits),
    signUpRow('trip', 'dora', waits),
    signUpRow('trip', 'eve', { ...waits, email: 'eve@example.edu' }),
  ]);
  path = `/sign-ups/${await db.write((tx) => newLink(tx, 'walk', 'dora'))}`;
  const page = await pageAt(path);
  const [form = ''] = page.match(/<form[^>]*>(?:(?!<\/form>).)*confirm another.*?<\/form>/s) ?? [];
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  expect(hidden).toEqual([
    ['formId', 'trip'],
    ['key', 'dora'],
  ]);
  const verb = 'confirm another';
  expect((await press({ formId: 'trip', key: 'eve', verb })).status).toBe(404);
  expect((await press({ formId: 'trip', key: 'dora', verb })).status).toBe(303);
  expect((await pageAt(path)).includes('Also waiting for your address')).toBe(false);
  const entries = db.query.selectFrom('entries').where('form_id', 'in', ['trip', 'walk']);
  const now = await entries.select(['form_id', 'key', 'state']).orderBy('form_id').orderBy('key').execute();
  expect(now.map(({ form_id: form, key, state }) => [form, key, state])).toEqual([
    ['trip', 'dora', 'going'],
    ['trip', 'eve', 'unconfirmed'],
    ['walk', 'dora', 'unconfirmed'],
  ]);
});

test('answers are changed, and what is wrong with them is said beside them', async () => {
  const second = await pageAt(`${path}?step=change`);
  expect(buttonsIn(second)).toEqual([['change', 'Save']]);
  const refused = await press({ name: '', verb: 'change' });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page.includes('Required field')).toBe(true);
  expect(buttonsIn(page)).toEqual([['change', 'Save']]);
  // A field may be called like the button.
  expect((await press({ name: 'Anna', email: 'eve@example.edu', verb: 'change' })).status).toBe(303);
  expect((await anaNow()).answers).toContain('Anna');
  expect((await anaNow()).answers).not.toContain('eve@');
});

test('what is no button, and what another site sends, is refused', async () => {
  const before = await anaNow();
  const answer = await press({ verb: 'everything' });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Please press one of the buttons.'),
  ]);
  expect((await app.get(path, { method: 'POST', body: '{', headers: sameOriginHeaders(app) })).status).toBe(400);
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await press({ verb: 'cancel' }, elsewhere)).status).toBeGreaterThanOrEqual(400);
  expect(await anaNow()).toEqual(before);
});

test('who waits for a group chooses another one, or waits for that', async () => {
  const { db } = app.site;
  const options = ['First', 'Later'];
  const year = { name: 'year', type: 'radio', description: 'Year', options, limits: { First: 1, Later: 1 } };
  const form = { places: 9, keep_until: Date.now() + 3_600_000, fields: JSON.stringify([year]), remind_hours: null };
  await insertEvents(db, eventRow('fair', { title: 'Fair', form_id: 'fair', time_start: Date.now() + 172_800_000 }));
  await insertPersonForm(db, 'fair', form);
  const chose = (name: string, chosen: string, state: 'going' | 'waiting') =>
    signUpRow('fair', name, { state, answers: JSON.stringify({ name, email: `${name}@example.edu`, year: chosen }) });
  await insertSignUps(db, [chose('ana', 'First', 'going'), chose('ben', 'First', 'waiting')]);
  await db.write((tx) => rewriteChoices(tx, { id: 'fair', fields: [{ ...year, type: 'radio' }] }));
  path = `/sign-ups/${await db.write((tx) => newLink(tx, 'fair', 'ben'))}`;
  const page = await pageAt(`${path}?step=change`);
  expect(page.includes('Full · wait for it')).toBe(true);
  expect(/<input[^>]*disabled/.test(page)).toBe(false);
  expect((await press({ name: 'Ben', year: 'Later', verb: 'change' })).status).toBe(303);
  expect((await pageAt(path)).includes('You have a place.')).toBe(true);
  expect((await press({ name: 'Ben', year: 'First', verb: 'change' })).status).toBe(409);
});
