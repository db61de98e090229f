import type { Reader, Writer } from '../../../db/db.server.ts';
import { HOUR_MS } from '../../../time/durations.ts';
import { whileDue, type Handler } from '../../jobs/run.ts';
import type { MailingClub } from '../../mail/mail.ts';
import { run } from '../carry-out.ts';
import { findBeginTimes, skipMailing } from '../mailings.ts';
import { lockForm, personFormOf, readStanding } from '../standing.ts';
import { listQuestions, SILENT_UNTIL_MS, type Question } from '../still-coming.ts';

/** If people were asked late, because the site was down, they still have this long to answer. */
const TIME_TO_ANSWER_MS = 6 * HOUR_MS;

/** Gives the places of people who did not answer to those who wait, once for each start. */
export function passOnJobs(clubNow: () => MailingClub): Handler {
  return whileDue('passing on', listDue, (tx, due, now) => passOn(tx, clubNow(), due, now));
}

function passOnKey(question: string): string {
  return `passed-on-${question}`;
}

async function listDue(db: Reader, now: number): Promise<Question[]> {
  const near = (await listQuestions(db, now)).filter(
    ({ event, passesOn }) => passesOn && event.start - SILENT_UNTIL_MS <= now,
  );
  const begun = await findBeginTimes(
    db,
    near.flatMap(({ key }) => [{ key }, { key: passOnKey(key) }]),
  );
  const isDue = ({ key }: Question) =>
    (begun.get(key) ?? Infinity) + TIME_TO_ANSWER_MS <= now && !begun.has(passOnKey(key));
  return near.filter(isDue).map((one) => ({ ...one, key: passOnKey(one.key) }));
}

async function passOn(tx: Writer, club: MailingClub, { key, formId, event }: Question, now: number): Promise<void> {
  const lockedForm = await lockForm(tx, formId);
  const form = personFormOf(lockedForm, club.clock.timeZone, now);
  await skipMailing(tx, { key, formId }, now);
  if (!form) return;
  const standing = await readStanding(tx, club, lockedForm, { ...form, event }, { silentFor: event }, now);
  await run(tx, club, standing, { kind: 'pass on' }, { now });
}
