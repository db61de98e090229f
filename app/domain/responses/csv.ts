import type { ClubConfig } from '../../config/club.ts';
import type { Reader } from '../../db/db.server.ts';
import { formatSpreadsheetTime, formatTableDate, type ClubClock } from '../../time/club-time.ts';
import type { Actor } from '../actor.ts';
import { toCsv } from '../csv.ts';
import { NotFound } from '../errors.ts';
import { requireAnyEvent } from '../events/with-drafts.ts';
import { requireReceivedForm } from '../forms/club-forms.ts';
import { listFormerForms } from '../forms/event-form.ts';
import type { ListedSignUp } from '../sign-ups/list-sign-ups.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { listResponses } from './list-responses.ts';
import { PAYMENT_COLUMN, pricedOf, tableOf, viewResponses, type ResponsesTable } from './view-responses.ts';

interface ResponsesFile {
  name: string;
  content: string;
}

/** @throws NotAllowed, NotFound */
export async function responsesFile(
  db: Reader,
  actor: Actor | null,
  { clock, ...club }: PayingClub,
  eventKey: string,
  formId: string | null,
): Promise<ResponsesFile> {
  const event = await requireAnyEvent(db, eventKey);
  const forms = [...(event.formId ? [event.formId] : []), ...(await listFormerForms(db, eventKey))];
  const asked = formId === null ? forms[0] : forms.find((one) => one === formId);
  if (asked === undefined) throw new NotFound('No form for this event!');
  const title = event.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  const priced = { club: { clock, ...club }, ...(await pricedOf(db, asked, event.cancelled)) };
  const table = await viewResponses(db, actor, asked, undefined, priced);
  return toFile(['Responses', title].filter(Boolean).join(' '), table, clock);
}

/** @throws NotAllowed; NotFound for a form that this site does not receive. */
export async function submissionsFile(
  db: Reader,
  actor: Actor | null,
  club: Pick<ClubConfig, 'club' | 'forms'>,
  clock: ClubClock,
  formId: string,
): Promise<ResponsesFile> {
  const form = requireReceivedForm(club, formId);
  return toFile(form.title, tableOf(form, await listResponses(db, actor, form)), clock);
}

const PAYMENT_HEADINGS = ['Price', 'Reference', 'Payment', 'Paid on'];

function toFile(title: string, { columns, rows, isOfPersons }: ResponsesTable, clock: ClubClock): ResponsesFile {
  const time = (at: number | null | undefined) => (at ? formatSpreadsheetTime(at, clock) : '');
  const hasPayments = columns.some(({ name: column }) => column === PAYMENT_COLUMN);
  const isAnswer = (at: number) => columns[at]?.name !== PAYMENT_COLUMN;
  const labels = columns.filter((_column, at) => isAnswer(at)).map(({ label }) => label);
  const paid = (signUp: ListedSignUp | null) => {
    const { price, reference, state, paidDay } = signUp?.payment ?? {};
    return hasPayments ? [price, reference, state, paidDay] : [];
  };
  const content = isOfPersons
    ? toCsv(
        ['Status', 'Signed up at', 'Came at', ...(hasPayments ? PAYMENT_HEADINGS : []), ...labels],
        rows.map(({ receivedAt, signUp, cells }) => [
          ...[signUp?.status, time(signUp?.since ?? receivedAt), time(signUp?.checkedIn)],
          ...paid(signUp),
          ...cells.filter((_cell, at) => isAnswer(at)),
        ]),
      )
    : toCsv(
        ['Received', ...labels],
        rows.map(({ receivedAt, cells }) => [time(receivedAt), ...cells]),
      );
  return { name: `${title} ${formatTableDate(Date.now(), clock)}.csv`, content };
}
