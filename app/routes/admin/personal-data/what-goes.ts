import type { PersonalData } from '../../../domain/personal-data/view-personal-data.ts';
import { ROLE_NAMES } from '../../../domain/roles.ts';

/** How many records are about the address, without those on the site's own pages. */
export function countOf({
  accounts,
  claims,
  invitations,
  responses,
  submissions,
  members,
  memberNotes,
  mails,
  activity,
  trash,
  imported,
  handover,
}: PersonalData): number {
  const inClub = [accounts, claims, invitations, responses, submissions, members, memberNotes];
  return [...inClub, mails, activity, trash, imported, handover].reduce((sum, { length }) => sum + length, 0);
}

export function whatGoes(found: PersonalData, andClaims: boolean): string[] {
  const { accounts, claims, invitations, responses, submissions, mails, activity, trash, imported, handover } = found;
  const { members, memberNotes } = found;
  const sent = mails.filter(({ state }) => state === 'sent').length;
  const inTrash = trash.reduce((sum, one) => sum + one.responses.length, 0);
  return [
    ...accounts.map(accountLine),
    ...line(
      claims.length,
      'account',
      'accounts',
      andClaims ? 'where the address is not verified' : 'where the address is not verified: kept, without it',
    ),
    ...line(invitations.length, 'invitation', 'invitations', 'to help with the site, not used yet'),
    ...line(responses.length, 'response', 'responses', 'to events’ forms'),
    ...line(submissions.length, 'submission', 'submissions', 'to the site’s forms'),
    ...line(members.length, 'membership', 'memberships', 'with every payment; the card stops working'),
    ...line(memberNotes.length, 'membership', 'memberships', 'of others that name it: kept, without the address'),
    ...line(mails.length - sent, 'mail', 'mails', 'not sent yet: they will not be sent'),
    ...line(sent, 'copy', 'copies', 'of mail that was sent'),
    ...line(inTrash, 'response', 'responses', 'in the trash'),
    ...line(
      activity.length,
      'line',
      'lines',
      'of the activity log: kept, with ‘an erased person’ in place of the name',
    ),
    ...line(
      trash.filter(({ isNamed }) => isNamed).length,
      'removed record',
      'removed records',
      'in the trash: kept, without the address',
    ),
    ...line(imported.length, 'imported record', 'imported records', 'of unknown kind: kept, without the address'),
    ...line(handover.length, 'item', 'items', 'of the handover: kept, without the address and the name'),
  ];
}

export function whatStays({ pages, silent }: PersonalData): string[] {
  return [
    ...line(pages.length, 'record', 'records', 'that the club shows on its pages: change those where they are edited'),
    ...(silent.length > 0 ? ['Responses to forms that ask for no email address: look through those by name'] : []),
    'Mail that has been sent: its recipients have it',
    'Backups and exports made before: they hold it until they are deleted',
  ];
}

function accountLine({ name, role, sessions }: PersonalData['accounts'][number]): string {
  const what = `The account${name && ` of ${name.trim()}`}`;
  const rights = role ? `, whose role (${ROLE_NAMES[role]}) ends then` : '';
  return `${what}${rights}${sessions > 0 ? '; they are signed out everywhere' : ''}`;
}

function line(count: number, one: string, many: string, rest: string): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many} ${rest}`];
}
