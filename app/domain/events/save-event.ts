import { isDeepStrictEqual } from 'node:util';
import type { Database, Reader, Writer } from '../../db/db.server.ts';
import type { EventRow } from '../../db/tables.ts';
import { noteActivity } from '../activity.ts';
import { announceEvent } from '../announcements/announce.ts';
import { checkInput } from '../check-input.ts';
import { NotFound, Stale } from '../errors.ts';
import { newKey, newShortId } from '../keys.ts';
import { noteFormerForm, findOwnFields, findResponsesDays, type EventFormField } from '../responses/event-form.ts';
import { findSettings, type SignUpSettings } from '../sign-ups/places.ts';
import { tellChange } from '../sign-ups/changes.ts';
import { fillPlaces } from '../sign-ups/mails.ts';
import { listReminders, replaceReminders } from '../sign-ups/reminders.ts';
import { hoursOf } from '../sign-ups/settings.ts';
import { addOnce, type Once } from '../records/add-once.ts';
import { saveForm } from '../responses/save-form.ts';
import { noteUses } from '../uploads/file-uses.ts';
import type { MailingClub } from '../mail/mail.ts';
import { linkFiles, releaseFiles } from '../uploads/link-files.ts';
import { guidOf, type StoredFile } from '../uploads/stored-file.ts';
import { requireCapability, type Actor } from '../users/actor.ts';
import { momentOf, writeWallTime, type Occurrence } from '../../time/club-date-time.ts';
import { draftOf } from './editable-event.ts';
import { eventInput, type EventInput } from './event-input.ts';
import { filesOfEvent, NEVER, toEvent, type ClubEvent, type EventFiles } from './event.ts';
import { findAnyEvent } from './all-events.ts';
import { publish } from './publish.ts';
import { announceOnce, repeatsOf } from './repeats.ts';
import { isPublic, noteEvent, noteForm } from './visibility.ts';

interface NewEventOptions extends Once {
  copyOf?: string;
}

/**
 * The event and its form, and as many more as it is repeated, each with a form of its own, in one transaction (product.md
 * 4, Saving an event). Of the event that it was copied from it may name files that are stored elsewhere. Gives back the key
 * of the first.
 * @throws NotAllowed, Rejected with a message per path of EventInput, or where it was sent before with something else.
 */
export async function addEvent(
  db: Database,
  actor: Actor | null,
  input: unknown,
  timeZone: string,
  { copyOf, once }: NewEventOptions = {},
): Promise<{ key: string }> {
  requireCapability(actor, 'change events');
  const event = checkInput(eventInput(timeZone), input);
  return db.write(async (tx) => {
    const addition = { once, target: 'event', noun: 'event', content: event, makes: newKey() };
    const key = await addOnce(tx, addition, async () => {
      const original = copyOf === undefined ? undefined : await findAnyEvent(tx, copyOf);
      const elsewhere = original ? filesOfEvent(original).filter((file) => guidOf(file) === undefined) : [];
      const files = await linkEventFiles(tx, event, elsewhere);
      const all = announceOnce(repeatsOf(event, timeZone), timeZone);
      for (const [at, one] of all.entries())
        await addOne(tx, actor, at === 0 ? addition.makes : newKey(), one, files, timeZone);
    });
    return { key };
  });
}

async function addOne(
  tx: Writer,
  actor: Actor,
  key: string,
  event: EventInput,
  files: EventFiles,
  timeZone: string,
): Promise<void> {
  const form_id = formIdOf(null, event);
  const row = { key, ...columnsOf(event, files), ...timesOf(event, null, timeZone), form_id };
  const added = await tx.query
    .insertInto('events')
    .values({ ...row, extra: null, version: 0, updated_at: Date.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await saveOwnForm(tx, key, [null, form_id], event, timeZone);
  await noteUses(tx, 'event', [row]);
  await noteActivity(tx, actor, 'added', 'event', key, event.title);
  await tellOf(tx, null, toEvent(added));
}

export interface EventUpdate {
  key: string;
  version: number;
  input: unknown;
}

/**
 * In one transaction (product.md 4). Files that it no longer names are erased; a form that it gives up is kept with its
 * responses. Whoever waits moves up where places were added, and those who signed up are told of another time or place
 * unless the input says not to. Gives back the version to save over next.
 * @throws NotAllowed, Rejected, NotFound, Stale with the current EditableEvent when someone else saved it meanwhile.
 */
export async function updateEvent(
  db: Database,
  actor: Actor | null,
  { key, version, input }: EventUpdate,
  club: MailingClub,
): Promise<{ version: number }> {
  requireCapability(actor, 'change events');
  const { timeZone } = club.clock;
  const event = checkInput(eventInput(timeZone), input);
  return db.write(async (tx) => {
    const before = await findAnyEvent(tx, key);
    if (!before)
      throw new NotFound('This event has been removed meanwhile. Copy what you still need, then close this.');
    if (before.version !== version) throw new Stale(await draftOf(tx, before, timeZone));
    const reminders = await listReminders(tx, key, before.formId);
    const files = await linkEventFiles(tx, event, filesOfEvent(before));
    const form_id = formIdOf(before, event);
    const times = timesOf(event, before, timeZone);
    const row = { ...columnsOf(event, files), ...times, form_id, updated_at: Date.now() };
    const after = toEvent(await replace(tx, before, row, timeZone));
    await saveOwnForm(tx, key, [before.formId, form_id], event, timeZone);
    await replaceReminders(tx, reminders, await listReminders(tx, key, form_id));
    if (event.tellSignUps) await tellChange(tx, club, [before, after]);
    if (form_id !== null) await fillPlaces(tx, club, form_id);
    await noteUses(tx, 'event', [{ key, ...row }]);
    await releaseFiles(tx, filesOfEvent(before), filesOfEvent(files));
    const isPublished = isPublic(after) && !isPublic(before);
    await noteActivity(tx, actor, isPublished ? 'published' : 'updated', 'event', key, event.title);
    await tellOf(tx, before, after);
    return { version: version + 1 };
  });
}

async function tellOf(tx: Writer, before: ClubEvent | null, after: ClubEvent): Promise<void> {
  const wasPublic = before !== null && isPublic(before);
  if (isPublic(after) && !wasPublic) return publish(tx, after);
  await announceEvent(tx, after);
  // Open pages of what is public no more follow too.
  return noteEvent(tx, wasPublic ? before : after);
}

/** @throws Stale where someone else saved it between reading and writing, on Postgres. */
async function replace(tx: Writer, before: ClubEvent, row: Partial<EventRow>, timeZone: string): Promise<EventRow> {
  const { key, version } = before;
  // A draft that is made anew has another link.
  const link = row.publish_at === null || isPublic(before) ? { preview_token: null } : {};
  const saved = await tx.query
    .updateTable('events')
    .set({ ...row, ...link, version: version + 1 })
    .where('key', '=', key)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (!saved) throw new Stale(await draftOf(tx, (await findAnyEvent(tx, key)) ?? before, timeZone));
  return saved;
}

function columnsOf(event: EventInput, { image, gallery, resources }: EventFiles) {
  return {
    title: event.title,
    presenter: event.presenter,
    description: event.description,
    location: event.location,
    signup_url: event.hasSignup ? event.signupUrl : null,
    google_form_url: event.hasGoogleForm ? event.googleFormUrl : null,
    tentative: event.tentative ? 1 : 0,
    dsc_event: event.dscEvent ? 1 : 0,
    hidden_date: event.hiddenDate ? 1 : 0,
    custom_date: event.customDate,
    image: image && JSON.stringify(image),
    gallery: JSON.stringify(gallery),
    resources: JSON.stringify(resources),
    recap: event.recap || null,
    announce: event.announce ? 1 : 0,
  } satisfies Partial<EventRow>;
}

function timesOf(event: EventInput, before: ClubEvent | null, timeZone: string) {
  return {
    time_start: moment(event.start, event.startOccurrence, before?.start ?? null, timeZone),
    time_end: moment(event.end, event.endOccurrence, before?.end ?? null, timeZone),
    publish_at: publishAtOf(event, before, timeZone),
  };
}

function publishAtOf(
  { visibility, publishAt, publishAtOccurrence }: EventInput,
  before: ClubEvent | null,
  timeZone: string,
): number | null {
  if (visibility === 'Published') return null;
  const former = typeof before?.publishAt === 'number' ? before.publishAt : null;
  return visibility === 'Draft' ? NEVER : moment(publishAt, publishAtOccurrence, former, timeZone);
}

/** A time that was not touched keeps its seconds, which the dialog does not show. */
function moment(wall: string, occurrence: Occurrence, before: number | null, timeZone: string): number | null {
  if (before !== null) {
    const shown = writeWallTime(before, timeZone);
    if (shown.wall === wall && (shown.occurrence === occurrence || shown.occurrence === '')) return before;
  }
  return momentOf(wall, occurrence, timeZone) ?? null;
}

/** @throws Rejected for one that was not uploaded. */
async function linkEventFiles(db: Reader, input: EventInput, had: StoredFile[]): Promise<EventFiles> {
  const [image] = await linkFiles(db, input.image ? [input.image] : [], { field: 'image', had, imagesOnly: true });
  return {
    image: image ?? null,
    gallery: await linkFiles(db, input.gallery, { field: 'gallery', had, imagesOnly: true }),
    resources: await linkFiles(db, input.resources, { field: 'resources', had }),
  };
}

function formIdOf(before: ClubEvent | null, { hasForm, fields, asksPerson }: EventInput): string | null {
  return hasForm && (fields.length > 0 || asksPerson) ? (before?.formId ?? newShortId()) : null;
}

async function saveOwnForm(
  tx: Writer,
  key: string,
  [former, formId]: [string | null, string | null],
  { fields, responsesDays, ...input }: EventInput,
  timeZone: string,
): Promise<void> {
  if (formId === null) {
    if (former !== null) await giveUpForm(tx, key, former);
    return;
  }
  const days = responsesDays === '' ? null : Number(responsesDays);
  const stored = await findOwnFields(tx, formId);
  const settings = settingsOf(input, timeZone);
  const isSame =
    JSON.stringify(stored.map(inOrder)) === JSON.stringify(fields.map(inOrder)) &&
    days === (await findResponsesDays(tx, formId)) &&
    isDeepStrictEqual((await findSettings(tx, formId)) ?? null, settings);
  if (isSame) return;
  await saveForm(tx, formId, fields, { responsesDays: days, settings });
  await outdateSharers(tx, formId, key);
}

function settingsOf(input: Omit<EventInput, 'fields' | 'responsesDays'>, timeZone: string): SignUpSettings | null {
  if (!input.asksPerson) return null;
  return {
    places: input.places === '' ? null : Number(input.places),
    waitlist: input.waitlist,
    opens: momentOf(input.opens, input.opensOccurrence, timeZone) ?? null,
    closes: momentOf(input.closes, input.closesOccurrence, timeZone) ?? null,
    remindHours: hoursOf(input.remind),
  };
}

async function giveUpForm(tx: Writer, key: string, formId: string): Promise<void> {
  await noteFormerForm(tx, formId, key);
  await noteForm(tx, formId);
}

/** Whoever has another event with this form open must not save the form's old definition over the new one. */
async function outdateSharers(tx: Writer, formId: string, key: string): Promise<void> {
  const others = await tx.query
    .updateTable('events')
    .set((is) => ({ version: is('version', '+', 1) }))
    .where('form_id', '=', formId)
    .where('key', '<>', key)
    .returning(['key', 'publish_at as publishAt'])
    .execute();
  for (const other of others) noteEvent(tx, other);
}

function inOrder({ name, type, description, required, options }: EventFormField): unknown[] {
  return [name, type, description, required, options];
}
