import { clubDay } from '../../time/club-day.ts';
import type { Writer } from '../../db/db.server.ts';
import { addressKey } from '../address-key.ts';
import { isEmail } from '../email-address.ts';
import { answerText, type Answers } from '../questions/answer.ts';
import { lockTable } from '../records/unique.ts';
import { members } from './member.ts';

const LONGEST_NAME = 200;
const LONGEST_ID = 100;

/**
 * Makes somebody who signs up for membership a member who has not paid. Anybody may have typed a known address, so only
 * what is empty in its record is filled. Call it in the transaction that stores the sign-up under `key`.
 */
export async function joinFromForm(
  tx: Writer,
  { key, answers, timeZone }: { key: string; answers: Answers; timeZone: string },
): Promise<void> {
  const email = answerText(answers['email']).trim();
  if (!isEmail(email)) return;
  await lockTable(tx, members.table);
  const typed = {
    name: answerText(answers['name']).trim().slice(0, LONGEST_NAME).toWellFormed(),
    student_id: answerText(answers['student_id']).trim().slice(0, LONGEST_ID).toWellFormed(),
  };
  const known = await tx.query
    .selectFrom('members')
    .selectAll()
    .where('address_key', '=', addressKey(email))
    .executeTakeFirst();
  const filled = { name: known?.name || typed.name, student_id: known?.student_id || typed.student_id };
  const before = known ?? { key, email, note: '', since: clubDay(timeZone), payments: null, extra: null, version: 0 };
  const isSame = known && known.name === filled.name && (known.student_id ?? '') === filled.student_id;
  if (isSame) return;
  const derived = await members.derive?.({ ...before, ...filled });
  const change = { ...filled, ...derived, updated_at: Date.now() };
  if (known) {
    const update = tx.query.updateTable('members').set({ ...change, version: known.version + 1 });
    await update.where('key', '=', known.key).execute();
  } else {
    const row = { ...before, ...change };
    await tx.query
      .insertInto('members')
      .values({ address_key: null, search: null, paid_until: null, ...row })
      .execute();
  }
  tx.changed('member', before.key);
}
