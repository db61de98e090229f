import { describe, expect, test } from 'vitest';
import { databases, freshDatabase } from '../../../test/databases.ts';
import { club } from '../../../test/outbox.ts';
import type { Change } from '../topics.ts';
import type { Actor } from '../actor.ts';
import type { ClubForm } from './club-form.ts';
import { chatInviteForm } from './club-forms.ts';
import { contact } from './contact.ts';
import { execApplication } from './exec-application.ts';
import { memberSignUp } from './member-sign-up.ts';
import { merchOrder } from './merch-order.ts';
import type { Answers } from '../questions/answer.ts';
import { checkAnswers } from './form-definition.ts';
import { countResponses, listResponses, pageResponses } from '../responses/list-responses.ts';
import { recordSubmission, type SentToClub } from '../responses/record-response.ts';

const asking = { institution: 'Example' };
const wrongIn = (form: ClubForm, sent: Record<string, string>) => checkAnswers(form, sent).wrong;

const member = { name: 'Sam', student_id: '1', gender: 'N/A', email: '', program: 'CS', number_of_years_member: '' };

describe('the rules of product.md 5', () => {
  test('a sign-up with only what is required, its number as a number', () => {
    expect(checkAnswers(memberSignUp(asking), member)).toEqual({
      answers: { ...member, number_of_years_member: 0, interests: '' },
      wrong: {},
    });
  });

  test('every message of the sign-up, to the letter', () => {
    expect(wrongIn(memberSignUp(asking), { gender: 'N/A', email: 'sam@', number_of_years_member: '11' })).toEqual({
      name: 'Please enter your name',
      student_id: 'Please enter your Example Student ID',
      email: 'Please enter your email',
      program: 'Please enter program name',
      number_of_years_member: '',
    });
  });

  test.each(['-1', '10.5', 'many', 'NaN', 'Infinity'])('%s years of membership are wrong', (years) => {
    expect(wrongIn(memberSignUp(asking), { ...member, number_of_years_member: years })).toEqual({
      number_of_years_member: '',
    });
  });

  test.each(['0', '10', '2.5'])('%s years of membership are right', (years) => {
    expect(wrongIn(memberSignUp(asking), { ...member, number_of_years_member: years })).toEqual({});
  });

  test.each(['', 'Other', 'male'])('%j is no gender that is offered', (gender) => {
    expect(wrongIn(memberSignUp(asking), { ...member, gender })).toEqual({
      gender: 'Please choose one of the options',
    });
  });

  test('a contact message needs an email address and nothing else', () => {
    expect(wrongIn(contact(), { email: 'sam@example.edu' })).toEqual({});
    for (const email of ['', 'sam', 'sam@', '@example.edu', 'a b@example.edu']) {
      expect(wrongIn(contact(), { name: 'Sam', message: 'Hi', email })).toEqual({
        email: 'Please enter a valid email',
      });
    }
  });

  test('an invite needs an address', () => {
    expect(wrongIn(chatInviteForm(), { email: 'sam@example.edu' })).toEqual({});
    expect(Object.keys(wrongIn(chatInviteForm(), {}))).toEqual(['email']);
  });

  test('applications and orders need to say who sends them', () => {
    expect(Object.keys(wrongIn(execApplication(), {}))).toEqual(['name', 'email']);
    expect(Object.keys(wrongIn(merchOrder(asking), {}))).toEqual(['email', 'id', 'color', 'size']);
  });

  test('a text too long is refused', () => {
    const message = 'x'.repeat(10_001);
    expect(wrongIn(contact(), { email: 'sam@example.edu', message })).toEqual({
      message: 'Please use at most 10,000 characters',
    });
  });
});

let count = 0;
const admin: Actor = { uid: 'a', name: 'Admin', email: 'admin@example.edu', role: 'admin' };

const sent = (given: Partial<SentToClub> = {}): SentToClub => ({
  form: contact(),
  answers: { name: 'Sam', email: 'sam@example.edu', message: 'Hi' },
  club,
  idempotencyKey: `once-${++count}`,
  attestation: `attestation-${count}`,
  ...given,
});

describe.each(databases)('submissions on %s', (_name, open) => {
  const { db } = freshDatabase(open);

  const stored = async (form: ClubForm = contact()): Promise<Answers[]> =>
    (await listResponses(db, admin, form)).map(({ answers }) => answers);

  test('are stored once however often they are sent', async () => {
    const message = sent();
    await Promise.all([recordSubmission(db, message), recordSubmission(db, message)]);
    await recordSubmission(db, message);
    expect(await stored()).toEqual([{ name: 'Sam', email: 'sam@example.edu', message: 'Hi' }]);
  });

  test('are told of once, to whoever follows what the forms receive', async () => {
    const told: Change[] = [];
    db.onCommit((changes) => {
      told.push(...changes);
    });
    const message = sent();
    await Promise.all([recordSubmission(db, message), recordSubmission(db, message)]);
    const [submission] = await pageResponses(db, admin, contact());
    expect(told).toEqual([{ topic: 'submission', key: `contact/${submission?.key}` }]);
  });

  test('nothing invalid is stored, and it can be sent again once it is right', async () => {
    const message = sent({ answers: { email: '' } });
    await expect(recordSubmission(db, message)).rejects.toMatchObject({
      name: 'Rejected',
      fields: { email: 'Please enter a valid email' },
    });
    expect(await stored()).toEqual([]);
    await recordSubmission(db, { ...message, answers: { email: 'sam@example.edu' } });
    expect(await stored()).toHaveLength(1);
  });

  test('one attestation covers a sign-up and its chat invite, each once, and nothing else', async () => {
    const invite = { form: chatInviteForm(), answers: { email: 'sam@example.edu' }, attestation: 'shared' };
    const registration = { form: memberSignUp(asking), answers: member, attestation: 'shared' };
    await Promise.all([recordSubmission(db, sent(registration)), recordSubmission(db, sent(invite))]);
    for (const again of [registration, invite, { attestation: 'shared' }]) {
      await expect(recordSubmission(db, sent(again))).rejects.toMatchObject({ name: 'AttestationUsed' });
    }
    expect(
      [await stored(memberSignUp(asking)), await stored(chatInviteForm()), await stored()].map((rows) => rows.length),
    ).toEqual([1, 1, 0]);
  });

  test('a chat invite and a contact message each cause one mail, other forms none', async () => {
    const invite = sent({ form: chatInviteForm(), answers: { email: 'sam@example.edu' } });
    await Promise.all([recordSubmission(db, invite), recordSubmission(db, invite)]);
    await recordSubmission(db, sent({ answers: { email: 'zoe@example.edu', name: 'Zoë' } }));
    await recordSubmission(db, sent({ form: memberSignUp(asking), answers: member }));
    const rows = await db.query.selectFrom('outbox').select(['kind', 'recipient']).orderBy('key').execute();
    expect(rows).toEqual([
      { kind: 'chat invite', recipient: 'sam@example.edu' },
      { kind: 'contact message', recipient: 'club@example.edu' },
    ]);
  });

  test('are listed newest first, page by page, to admins only', async () => {
    for (let index = 0; index < 5; index++) {
      await recordSubmission(db, sent({ answers: { email: 'sam@example.edu', name: String(index) } }));
    }
    const first = await pageResponses(db, admin, contact(), { limit: 3 });
    const second = await pageResponses(db, admin, contact(), { limit: 3, after: first.at(-1) });
    expect([...first, ...second].map(({ answers }) => answers.name)).toEqual(['4', '3', '2', '1', '0']);
    expect(await countResponses(db, contact())).toBe(5);
    for (const actor of [null, { ...admin, role: null }]) {
      await expect(pageResponses(db, actor, contact())).rejects.toMatchObject({ name: 'NotAllowed' });
      await expect(listResponses(db, actor, contact())).rejects.toMatchObject({ name: 'NotAllowed' });
    }
  });
});
