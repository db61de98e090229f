import type { Reader } from '../../db/db.server.ts';
import { NotFound } from '../errors.ts';
import { formatSpreadsheetTime, formatTableDate, type ClubClock } from '../../time/club-time.ts';
import { requireEvent } from '../events/find-event.ts';
import { listFormerForms } from './former-forms.ts';
import type { Actor } from '../users/actor.ts';
import { toCsv } from './csv.ts';
import { viewResponses } from './responses.ts';

/**
 * The responses to an event's form, or to `formId` where the event had that one before, as a CSV file: every column, and
 * when each came, in the club's zone.
 * @throws NotAllowed, NotFound
 */
export async function responsesFile(
  db: Reader,
  actor: Actor | null,
  clock: ClubClock,
  eventKey: string,
  formId: string | null,
): Promise<{ name: string; content: string }> {
  const event = await requireEvent(db, eventKey);
  const forms = [...(event.formId ? [event.formId] : []), ...(await listFormerForms(db, eventKey))];
  const asked = formId === null ? forms[0] : forms.find((one) => one === formId);
  if (asked === undefined) throw new NotFound('No form for this event!');
  const { columns, rows } = await viewResponses(db, actor, asked);
  const title = event.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '');
  return {
    name: `${['Responses', title, formatTableDate(Date.now(), clock)].filter(Boolean).join(' ')}.csv`,
    content: toCsv(
      ['Received', ...columns.map(({ label }) => label)],
      rows.map(({ receivedAt, cells }) => [formatSpreadsheetTime(receivedAt, clock), ...cells]),
    ),
  };
}
