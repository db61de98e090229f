import type { PersonalData } from '../../../domain/personal-data/view-personal-data.ts';
import { ROLE_NAMES } from '../../../domain/roles.ts';

const COUNTED = [
  ...(['accounts', 'claims', 'invitations', 'responses', 'submissions', 'members', 'memberNotes'] as const),
  ...(['paymentNotes', 'subscriptions'] as const),
  ...(['mails', 'activity', 'trash', 'imported', 'handover'] as const),
];

/** The number of records about the address, without the site's own pages. */
export function countOf(found: PersonalData): number {
  return COUNTED.reduce((sum, name) => sum + found[name].length, 0);
}

export function whatGoes(found: PersonalData, andClaims: boolean): string[] {
  const { mails, trash } = found;
  const sent = mails.filter(({ state }) => state === 'sent').length;
  const inTrash = trash.reduce((sum, one) => sum + one.responses.length, 0);
  const named = trash.filter(({ isNamed }) => isNamed).length;
  const claimed = `where the address is not verified${andClaims ? '' : ': kept, without it'}`;
  return [
    ...found.accounts.map(accountLine),
    ...line(found.claims.length, 'account', claimed),
    ...line(found.invitations.length, 'invitation', 'to help with the site, not used yet'),
    ...line(found.responses.length, 'response', 'to events’ forms'),
    ...line(found.submissions.length, 'submission', 'to the site’s forms'),
    ...line(found.members.length, 'membership', 'with every payment; the card stops working'),
    ...line(found.memberNotes.length, 'membership', 'of others that name it: kept, without the address'),
    ...line(found.paymentNotes.length, 'payment', 'of others whose note names it: kept, without the address'),
    ...line(found.subscriptions.length, 'entry', 'on the list for the mail of the week', 'entries'),
    ...line(mails.length - sent, 'mail', 'not sent yet: they will not be sent'),
    ...line(sent, 'copy', 'of mail that was sent', 'copies'),
    ...line(inTrash, 'response', 'in the trash'),
    ...line(found.activity.length, 'line', 'of the activity log: kept, with ‘an erased person’ in place of the name'),
    ...line(named, 'removed record', 'in the trash: kept, without the address'),
    ...line(found.imported.length, 'imported record', 'of unknown kind: kept, without the address'),
    ...line(found.handover.length, 'item', 'of the handover: kept, without the address and the name'),
  ];
}

export function whatStays({ pages, silent }: PersonalData): string[] {
  return [
    ...line(pages.length, 'record', 'that the club shows on its pages: change those where they are edited'),
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

function line(count: number, one: string, rest: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many} ${rest}`];
}
