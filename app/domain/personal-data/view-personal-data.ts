import { own } from '../own.ts';
import type { Reader } from '../../db/db.server.ts';
import { listClubForms } from '../forms/club-forms.ts';
import { findForm, listLabels } from '../forms/event-form.ts';
import { answerText, readAnswers } from '../questions/answer.ts';
import { readMessage } from '../mail/mail.ts';
import { PAYMENT_WAYS } from '../members/payment.ts';
import { signUpName } from '../sign-ups/list-sign-ups.ts';
import { members, type Member, type MemberRow } from '../members/member.ts';
import { toRecord } from '../records/define.ts';
import { requireCapability, type Actor } from '../actor.ts';
import { roleOf } from '../roles.ts';
import { readSoughtAddress } from './address.ts';
import { collect, foundEntry, type Collected, type FoundResponse, survey } from './collect.ts';
import type { NamedEvent } from '../responses/forms-of-events.ts';
import { formatCents, type Money } from '../money.ts';
import { refusalToErase } from './erase-personal-data.ts';

type PaidResponse = Omit<FoundResponse, 'kind' | 'form' | 'key' | 'answers' | 'created_at'>;

export interface ShownAnswers {
  key: string;
  title: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  answers: { label: string; value: string }[];
}

type ShownMember = Omit<Member, 'version'>;

function shownMember(row: MemberRow): ShownMember {
  const { version: _, ...member } = toRecord(members, row);
  return member;
}

export interface Looking {
  email: string;
  club: Money & { email: string; institution: string };
}

export type PersonalData = Awaited<ReturnType<typeof viewPersonalData>>;

/** @throws NotAllowed; Rejected if it is not an email address. */
export async function viewPersonalData(db: Reader, actor: Actor | null, { email, club }: Looking) {
  requireCapability(actor, 'manage the club');
  const sought = readSoughtAddress(email);
  const found = await collect(db, sought);
  const { pages, silent, events } = await survey(db, sought);
  const trashed = found.trash.flatMap(({ entries }) => entries.map(foundEntry));
  const inWords = await wording(db, [...found.responses, ...trashed], club, events);
  const ofKind = (kind: FoundResponse['kind']) => found.responses.filter((one) => one.kind === kind);
  return {
    address: sought.address,
    pages,
    silent,
    accounts: accountsOf(found),
    /** Accounts that name the address, which nobody has verified: it is not known whose they are. */
    claims: found.claims.map(({ uid, name, created_at: since, ...row }) => ({
      uid,
      name: name ?? '',
      role: roleOf(row),
      since,
    })),
    invitations: found.invitations.map(({ key, email: invited, role, created_at: at }) => ({
      key,
      email: invited,
      role,
      at,
    })),
    responses: ofKind('event').map((row) => ({ ...inWords(row), event: events.get(row.form) ?? null })),
    submissions: ofKind('club').map(inWords),
    members: found.members.map(shownMember),
    subscriptions: [
      ...found.subscribers.map(({ email: address, since }) => ({ email: address ?? '', since: since ?? '' })),
      ...found.subscriptionRequests.map(({ email: address }) => ({ email: address, since: '' })),
    ],
    memberNotes: found.memberNotes.map(({ key, name }) => ({ key, name: name ?? '' })),
    paymentNotes: found.paymentNotes.map(({ form_id: form, key, answers }) => ({
      key: `${form}/${key}`,
      name: signUpName(readAnswers(answers)),
      event: events.get(form) ?? null,
    })),
    mails: found.mails.map(shownMail),
    activity: found.activity.map(({ key, at, who, verb, topic, title }) => ({ key, at, who, verb, topic, title })),
    trash: found.trash.map(({ row: { key, topic, title, removed_at: at }, entries, members: removed, isNamed }) => ({
      key,
      topic,
      title,
      at,
      isNamed,
      responses: entries.map((entry) => inWords(foundEntry(entry))),
      members: removed.map(shownMember),
    })),
    imported: found.unknown.map(({ collection, key }) => ({ collection, key })),
    handover: [
      ...found.handover.map(({ key, title, owner, second_owner: secondOwner }) => ({ key, title, owner, secondOwner })),
      ...found.dateOwners.map(({ thing: key, owner, second_owner: secondOwner }) => ({
        key,
        owner,
        secondOwner,
        title: 'Something that runs out',
      })),
    ],
    refusal: refusalToErase(sought, actor, club.email) ?? null,
  };
}

function shownMail({
  key,
  kind,
  recipient,
  message,
  state,
  sent_at: sentAt,
  created_at: at,
}: Collected['mails'][number]) {
  const { subject, text } = readMessage(message) ?? { subject: 'A mail that cannot be read', text: message };
  return { key, kind, recipient, subject, text, state, at: sentAt ?? at };
}

function accountsOf({ users, sessions }: Collected) {
  return users.map(({ uid, name, verified_email: email, extra: more, created_at, ...row }) => ({
    uid,
    name: name ?? '',
    email: email ?? '',
    role: roleOf(row),
    since: created_at,
    more,
    sessions: sessions.filter((session) => session.uid === uid).length,
  }));
}

interface FormWords {
  title: string;
  labels: Record<string, string>;
}

async function wording(
  db: Reader,
  rows: FoundResponse[],
  club: Looking['club'],
  events: Map<string, NamedEvent>,
): Promise<(row: FoundResponse) => ShownAnswers> {
  const ofClub = listClubForms(club).map(({ id, title, fields }): [string, FormWords] => [
    id,
    { title, labels: Object.fromEntries(fields.map(({ name, label }) => [name, label])) },
  ]);
  const forms = { club: new Map(ofClub), event: new Map<string, FormWords>() };
  for (const id of new Set(rows.flatMap(({ kind, form }) => (kind === 'event' ? [form] : [])))) {
    const { fields } = await findForm(db, id);
    const now = Object.fromEntries(fields.map(({ name, description }) => [name, description]));
    forms.event.set(id, { title: events.get(id)?.title ?? '', labels: { ...(await listLabels(db, id)), ...now } });
  }
  return ({ kind, form, key, answers, created_at: receivedAt, ...money }) => {
    const { title, labels } = forms[kind].get(form) ?? { title: form, labels: {} };
    return {
      key: kind === 'event' ? `${form}/${key}` : key,
      title,
      receivedAt,
      answers: [
        ...Object.entries(readAnswers(answers)).map(([name, answer]) => ({
          label: own(labels, name) || name,
          value: answerText(answer),
        })),
        ...paymentAnswers(money, club),
      ],
    };
  };
}

/** What somebody owed and paid. These are not their answers, but they are their personal data. */
function paymentAnswers(
  { owes, reference, paid_on: paidOn, paid_how: how, paid_note: note, ...money }: PaidResponse,
  club: Money,
): ShownAnswers['answers'] {
  const inWords = (cents: number | null = null) => (cents === null ? '' : formatCents(cents, club));
  const lines: [label: string, value: string | null | undefined][] = [
    ['Price', inWords(owes)],
    ['Reference', reference],
    ['Paid on', paidOn],
    ['Paid', inWords(money.paid_amount)],
    ['How', how && own<string>(PAYMENT_WAYS, how)],
    ['Note', note],
    ['Refunded on', money.refunded_on],
    ['Kept on', money.kept_on],
  ];
  return lines.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
