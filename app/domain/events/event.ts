import { withUsualSpaces } from '../../html/usual-spaces.ts';
import { plainText } from '../plain-text.ts';
import { emptyColumns, readerOf, type RecordOf, type RowOf, type TableDefinition } from '../records/define.ts';
import { flag, image, images, reference, stored, text } from '../records/fields.ts';
import { fileInput } from '../files/file-input.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { z } from '../zod.ts';
import { readPublishAt } from '../records/publish-at.ts';

const MOST_FILES = 100;

export const flagInput = z.boolean('must be ticked or not');

const filesInput = z
  .array(fileInput, 'must be a list of files')
  .max(MOST_FILES, `Please attach at most ${MOST_FILES} files`);

export function textInput(longest: number) {
  const shown = longest.toLocaleString('en');
  return z.string('must be a text').overwrite(plainText).trim().max(longest, `Please use at most ${shown} characters`);
}

function instant<Column extends string>(column: Column, exported: { in: string; as: string }) {
  return stored({ kind: 'instant', column, exported, read: (time: number | null) => time });
}

/**
 * How an event went is for officers alone: it is on no page for visitors, at no address for programs, and in no archive
 * that leaves people out.
 */
function retrospectiveField(as: string) {
  return { exported: { in: 'retrospective', as, isInternal: true }, isPublic: false } as const;
}

function retrospectiveText<Column extends string>(column: Column, as: string) {
  return stored({
    kind: 'text',
    column,
    ...retrospectiveField(as),
    read: (text: string | null) => withUsualSpaces(text ?? ''),
  });
}

/** Who proposed an event that is not published yet is for officers alone, like how an event went. */
function proposalField(as: string) {
  return { exported: { in: 'proposed', as, isInternal: true }, isPublic: false } as const;
}

/**
 * The id of the event in another program's file, and what that file said last: the next import compares with these
 * (event-import/).
 */
function importField<Column extends string>(column: Column, as: string) {
  const exported = { in: 'imported', as, isInternal: true } as const;
  return stored({ kind: 'reference', column, exported, isPublic: false, read: (text: string | null) => text });
}

export const SIGN_UP_LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

/** null if there is none. */
function address<Column extends string>(column: Column, schemes: string[]) {
  return stored({ kind: 'address', column, exported: { schemes }, read: (url: string | null) => url });
}

/**
 * docs/product.md 3. Times are epoch milliseconds. For fields with an input, this says how they are entered in the
 * dialog, saved, copied, compared, imported and exported; event-input.ts has the inputs of the others.
 */
export const events = {
  topic: 'event',
  table: 'events',
  fields: {
    title: text({
      label: 'Title',
      input: textInput(200).min(1, 'Please enter a title'),
      exported: { isName: true },
    }),
    presenter: text({ label: 'Presenter', input: textInput(200) }),
    description: text({ label: 'Description', input: textInput(20_000) }),
    location: text({ label: 'Location', input: textInput(300) }),
    kind: reference({ label: 'Kind' }),
    formId: stored({ kind: 'text', column: 'form_id', read: (id: string | null) => id }),
    signupUrl: address('signup_url', SIGN_UP_LINK_SCHEMES),
    googleFormUrl: address('google_form_url', ['http:', 'https:']),
    tentative: flag({ label: 'Tentative date', input: flagInput, defaultValue: false }),
    dscEvent: flag({ label: 'DSC event', column: 'dsc_event', input: flagInput, defaultValue: false }),
    hiddenDate: flag({ label: 'Hidden/custom date', column: 'hidden_date', input: flagInput, defaultValue: false }),
    customDate: text({ label: 'Custom date', column: 'custom_date', input: textInput(1000) }),
    image: image({ label: 'Upload Image' }),
    gallery: images({ label: 'Upload Gallery Images', input: filesInput, isCopied: false }),
    resources: images({ label: 'Upload Resources', input: filesInput, takesAnyFile: true }),
    start: instant('time_start', { in: 'datetime', as: 'timeStartTimestamp' }),
    end: instant('time_end', { in: 'datetime', as: 'timeEndTimestamp' }),
    /** The key of its committee; empty if it has none. */
    committee: text({
      label: 'Committee',
      input: z.string('must be a text').max(768, 'Please choose a committee').default(''),
      exported: { whenSet: true },
      isPublic: false,
    }),
    proposedBy: stored({
      kind: 'text',
      column: 'proposed_by',
      ...proposalField('by'),
      read: (uid: string | null) => uid,
    }),
    proposedAt: stored({
      kind: 'instant',
      column: 'proposed_at',
      ...proposalField('at'),
      read: (at: number | null) => at,
    }),
    /** What an officer said is missing, until it is proposed again. */
    sentBack: stored({
      kind: 'text',
      column: 'sent_back',
      ...proposalField('sentBack'),
      read: (words: string | null) => withUsualSpaces(words ?? ''),
    }),
    publishAt: stored({ kind: 'publishing', isPublic: false, column: 'publish_at', read: readPublishAt }),
    cancelled: stored({
      kind: 'flag',
      exported: { whenSet: true },
      isPublic: false,
      read: (is: number | null) => is === 1,
    }),
    cancelReason: stored({
      kind: 'text',
      column: 'cancel_reason',
      exported: { whenSet: true },
      isPublic: false,
      read: (reason: string | null) => withUsualSpaces(reason ?? ''),
    }),
    recap: text({
      label: 'Recap',
      input: textInput(20_000).default(''),
      isCopied: false,
      exported: { whenSet: true },
      isPublic: false,
    }),
    ranOut: retrospectiveText('retro_ran_out', 'ranOut'),
    change: retrospectiveText('retro_change', 'change'),
    cost: retrospectiveText('retro_cost', 'cost'),
    came: stored({
      kind: 'count',
      column: 'retro_came',
      ...retrospectiveField('came'),
      read: (came: number | null) => came,
    }),
    importId: importField('import_id', 'id'),
    importedAs: importField('imported_as', 'as'),
    /**
     * Whether the dialog said to announce it. An import never sets it, so an imported event is not announced when it is
     * published later.
     */
    announce: flag({
      label: 'Announce on Discord',
      input: flagInput.default(false),
      defaultValue: false,
      initial: true,
      isCopied: false,
      exported: false,
      isPublic: false,
    }),
  },
} satisfies TableDefinition;

export type ClubEvent = RecordOf<typeof events.fields> & { updatedAt: number };

/** `version` counts the saves: calendars use it as their sequence number, and it shows that a save is stale. */
export type EventRow = RowOf<typeof events.fields> & {
  /** The secret in a draft's link. */
  preview_token: string | null;
};

declare module '../../db/tables.ts' {
  interface Tables {
    events: EventRow;
  }
}

/** An event with every column empty. */
export const EMPTY_EVENT = { ...emptyColumns(events), extra: null };

const reader = readerOf(events);

export function toEvent(row: EventRow): ClubEvent {
  return Object.assign(reader.read(row), { updatedAt: row.updated_at });
}

export function filesOfEvent({ image: poster, gallery, resources }: ClubEvent): StoredFile[] {
  return [...(poster ? [poster] : []), ...gallery, ...resources];
}
