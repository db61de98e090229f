import type { Writer } from '../../db/db.server.ts';
import { beginOf, clubDay, dayPlus, daysBetween, formatClubDay } from '../../time/club-day.ts';
import { writeBodies } from '../mail/bodies.ts';
import type { MailingClub } from '../mail/mail.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { namesOfResponsible, type OwnedThing } from './thing.ts';

/** The smallest comes first: the first one that fits is written. */
const DAYS_BEFORE = [7, 30, 60];

/**
 * Mails the owners of what ends within these numbers of days, once for each number and each end. If the site was down,
 * or something was added late, only the nearest of these mails is sent.
 */
export async function queueDateMails(
  tx: Writer,
  club: MailingClub,
  things: OwnedThing[],
  now = Date.now(),
): Promise<void> {
  const today = clubDay(club.clock.timeZone, now);
  for (const thing of things) {
    const days = thing.endsOn === null ? undefined : daysToWrite(daysBetween(today, thing.endsOn));
    const recipients = new Set(thing.responsible.flatMap(({ address }) => address ?? []));
    // An owner who is chosen later is mailed then.
    if (days === undefined || recipients.size === 0) continue;
    if (await isNew(tx, thing, days)) for (const recipient of recipients) await write(tx, club, thing, recipient);
  }
}

function daysToWrite(left: number): number | undefined {
  return left < 0 ? undefined : DAYS_BEFORE.find((one) => left <= one);
}

async function isNew({ query }: Writer, { id, endsOn }: OwnedThing, days: number): Promise<boolean> {
  const noted = await query
    .insertInto('date_mails')
    .values({ thing: id, ends_on: endsOn ?? '', days })
    .onConflict((conflict) => conflict.doNothing())
    .returning('thing')
    .executeTakeFirst();
  return noted !== undefined;
}

async function write(tx: Writer, club: MailingClub, thing: OwnedThing, recipient: string): Promise<void> {
  const { title, endsOn, todo } = thing;
  const end = endsOn ?? '';
  const date = formatClubDay(end, club.clock);
  await queueMail(tx, {
    kind: 'date',
    recipient,
    expiresAt: beginOf(dayPlus(end, 1), club.clock.timeZone),
    subject: `Ends on ${date}: ${title}`,
    ...writeBodies([
      { paragraph: `Something at ${club.name} ends on ${date}: ${title}.` },
      {
        facts: [
          ['What to do', todo],
          ['Who', namesOfResponsible(thing)],
          ['Where', thing.setting],
        ],
      },
      { link: 'What runs out, for Admins', url: `${club.publicUrl}/admin/dates` },
      { small: `${club.name}. We send this 60, 30 and 7 days before, once each.` },
    ]),
  });
}
