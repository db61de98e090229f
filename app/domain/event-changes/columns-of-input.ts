import type { Writer } from '../../db/db.server.ts';
import { newShortId } from '../keys.ts';
import { parsePrice, toCents } from '../money.ts';
import { writeColumns } from '../record-changes/save.ts';
import type { FormInput } from './save-form.ts';
import { HOURS_OF_QUESTION, HOURS_OF_REMINDER } from '../sign-ups/reminder-hours.ts';
import { DAYS_TO_PAY, FREE, type PriceSettings } from '../sign-ups/payments/settings.ts';
import type { PayingClub } from '../sign-ups/payments/sentences.ts';
import { audienceOf } from '../sign-ups/settings.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { lockKind } from '../kinds/list.ts';
import { keepSeconds, momentOf, type Occurrence } from '../../time/club-date-time.ts';
import { hasOwnForm, keepsPlaces, type EventInput } from './event-input.ts';
import { events, type EventRow } from '../events/event.ts';
import { NEVER } from '../records/publish-at.ts';

/** The input as it is stored; `had` are the files that the event may go on naming. @throws Rejected */
export async function columnsOf(
  tx: Writer,
  event: EventInput,
  before: EventRow | null,
  had: StoredFile[],
  timeZone: string,
) {
  return {
    ...(await writeColumns(tx, events, event, () => had)),
    // The kind may have been removed while the dialog was open.
    kind: await lockKind(tx, event.kind),
    form_id: formIdOf(before, event),
    signup_url: event.hasSignup ? event.signupUrl : null,
    google_form_url: event.hasGoogleForm ? event.googleFormUrl : null,
    time_start: moment(event.start, event.startOccurrence, before?.time_start ?? null, timeZone),
    time_end: moment(event.end, event.endOccurrence, before?.time_end ?? null, timeZone),
    publish_at: publishAtOf(event, before, timeZone),
  };
}

function publishAtOf(
  { visibility, publishAt, publishAtOccurrence }: EventInput,
  before: EventRow | null,
  timeZone: string,
): number | null {
  if (visibility === 'Published') return null;
  const former = before?.publish_at === NEVER ? null : (before?.publish_at ?? null);
  return visibility === 'Draft' ? NEVER : moment(publishAt, publishAtOccurrence, former, timeZone);
}

function moment(wall: string, occurrence: Occurrence, before: number | null, timeZone: string): number | null {
  return keepSeconds(momentOf(wall, occurrence, timeZone) ?? null, before);
}

function formIdOf(before: EventRow | null, input: EventInput): string | null {
  return hasOwnForm(input) ? (before?.form_id ?? newShortId()) : null;
}

export function formOf(whole: EventInput, { clock: { timeZone }, currency }: PayingClub): FormInput {
  const { fields, responsesDays, asksPerson, ...input } = whole;
  return {
    fields,
    responsesDays: responsesDays === '' ? null : Number(responsesDays),
    settings: !asksPerson
      ? null
      : {
          places: input.places === '' ? null : Number(input.places),
          waitlist: input.waitlist,
          opens: momentOf(input.opens, input.opensOccurrence, timeZone) ?? null,
          closes: momentOf(input.closes, input.closesOccurrence, timeZone) ?? null,
          remindHours: HOURS_OF_REMINDER[input.remind],
          confirms: input.confirms,
          ...audienceOf(input.audience, momentOf(input.membersUntil, input.membersUntilOccurrence, timeZone) ?? null),
          askAgainHours: HOURS_OF_QUESTION[input.askAgain],
          // Without a waitlist there is nobody to pass a place on to.
          passOn: input.passOn && input.askAgain !== 'Not' && input.waitlist && input.places !== '',
          draw: input.givenBy === 'By a draw',
          keepUntil: keepsPlaces(whole)
            ? (momentOf(input.keepUntil, input.keepUntilOccurrence, timeZone) ?? null)
            : null,
          ...priceOf(whole, currency),
        },
  };
}

function priceOf({ price, memberPrice, ...input }: EventInput, currency: string): PriceSettings {
  if (price === '') return FREE;
  const payWithinDays = DAYS_TO_PAY[input.payWithin];
  return {
    price: toCents(parsePrice(price, currency), currency) ?? null,
    memberPrice: memberPrice === '' ? null : (toCents(parsePrice(memberPrice, currency), currency) ?? null),
    howToPay: input.howToPay,
    payWithinDays,
    giveUpUnpaid: input.giveUpUnpaid && payWithinDays !== null,
  };
}
