import type { Reader } from '../../db/db.server.ts';
import { formatTableDate, type ClubClock } from '../../time/club-time.ts';
import { parseStored } from '../stored-json.ts';
import type { Actor } from '../actor.ts';
import { viewPersonalData, type Looking, type ShownAnswers } from './view-personal-data.ts';

/** @throws NotAllowed; Rejected if it is not an email address. */
export async function personalDataFile(
  db: Reader,
  actor: Actor | null,
  looking: Looking,
  clock: ClubClock,
): Promise<{ name: string; content: string }> {
  const {
    address,
    accounts,
    claims,
    invitations,
    responses,
    submissions,
    members,
    subscriptions,
    mails,
    activity,
    trash,
    pages,
    imported,
    handover,
  } = await viewPersonalData(db, actor, looking);
  const now = Date.now();
  const content = {
    address,
    collectedAt: time(now),
    accounts: accounts.map(({ since, more, ...account }) => ({
      ...account,
      since: time(since),
      more: more === null ? {} : (parseStored(more) ?? more),
    })),
    // Nobody knows whose these accounts are, so their names must not be given away.
    namedByAccounts: claims.map(({ uid, since }) => ({ uid, since: time(since) })),
    invitations: invitations.map(({ at, ...invitation }) => ({ ...invitation, at: time(at) })),
    responses: responses.map(({ title, ...response }) => ({ event: title, ...toResponse(response) })),
    submissions: submissions.map(({ title, ...sent }) => ({ form: title, ...toResponse(sent) })),
    membership: members,
    mailOfTheWeek: subscriptions,
    mails: mails.map(({ at, ...mail }) => ({ ...mail, at: time(at) })),
    activity: activity.map(({ at, ...line }) => ({ ...line, at: time(at) })),
    removed: trash.map(({ topic, title, at, responses: inTrash, members: removed }) => ({
      topic,
      title,
      removedAt: time(at),
      responses: inTrash.map(toResponse),
      membership: removed,
    })),
    shownOnTheSite: pages.map(({ topic, title }) => ({ topic, title })),
    imported,
    handover: handover.map(({ title, owner, secondOwner }) => ({ title, owner, secondOwner })),
  };
  return {
    name: `Personal data ${formatTableDate(now, clock)}.json`,
    content: `${JSON.stringify(content, null, 2)}\n`,
  };
}

function toResponse({ receivedAt, answers }: Pick<ShownAnswers, 'receivedAt' | 'answers'>) {
  return {
    receivedAt: time(receivedAt),
    answers: answers.map(({ label, value }) => ({ question: label, answer: value })),
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
