import { useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { viewEventTable, type EventTableRow } from '../../../domain/events/admin-table.ts';
import { newKey } from '../../../domain/keys.ts';
import { listKinds } from '../../../domain/kinds/list.ts';
import { startOfToday } from '../../../time/club-time.ts';
import { eventName } from '../../../domain/events/titles.ts';
import { addEvent, updateEvent } from '../../../domain/event-changes/save-event.ts';
import { removeEvents } from '../../../domain/event-changes/remove-events.ts';
import { addCommand, removeCommand, updateCommand, toAction, toLoader } from '../../../http/actions.ts';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { useCan, useCanSomewhere, useKeepsDialog } from '../../../ui/admin/role.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { readTablePage, type TablePage } from '../../../ui/admin/table-address.ts';
import { MoreRows, TableSearch } from '../../../ui/admin/table-search.tsx';
import { RemoveButton, TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { useSelection, type Selection } from '../../../ui/admin/use-selection.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { EventImage } from '../../events/event-image.tsx';
import type { Route } from './+types/events';
import { Created, ImportedDrafts } from './created.tsx';
import { AddEvent, CopyEvent, EditEvent, type CreatedEvent } from './event-dialogs.tsx';
import { ImportEventsDialog } from './import/import-dialog.tsx';
import { RemoveEvents } from './remove-events.tsx';
import * as styles from './table-page.module.css';

export const meta = screenHead({ title: 'Event Management', description: 'The events.', path: '/admin/events' });

export const handle = { topics: ['event', 'draft'] } satisfies LiveHandle;

export const middleware = [needs('see content', 'change events')];

export const loader = toLoader(async ({ site: { db, club, clock, settings }, actor, request }) => {
  const hasChat = settings.discordWebhookUrl !== undefined;
  const page = readTablePage(request.url);
  const table = await viewEventTable(db, actor, clock, { ...page, midnight: startOfToday(clock.timeZone) });
  const kinds = await listKinds(db);
  const defaultResponsesDays = club.retention?.responsesDays ?? null;
  return { ...table, ...page, timeZone: clock.timeZone, defaultResponsesDays, hasChat, kinds, nextKey: newKey() };
});

const command = z.discriminatedUnion('verb', [
  addCommand.extend({ copyOf: z.string().min(1).max(768).optional(), key: z.string().max(768).optional() }),
  updateCommand,
  removeCommand,
]);

export const action = toAction<object, object | void>(async ({ site, actor, read }) => {
  const { db, mailing, settings } = site;
  const sent = await read(command);
  if (sent.verb === 'remove') return removeEvents(db, actor, sent.keys, mailing);
  const input = settings.discordWebhookUrl === undefined ? unannounced(sent.input) : sent.input;
  if (sent.verb === 'add') return addEvent(db, actor, input, mailing, sent);
  return updateEvent(db, actor, { ...sent, input }, mailing);
});

/** Events saved while the chat is not set up are not announced later. */
function unannounced(input: unknown): unknown {
  return typeof input === 'object' && input !== null ? { ...input, announce: false } : input;
}

const COLUMNS = [
  {
    header: 'Title',
    cell: (row: EventTableRow) => (
      <div className={styles.title}>
        <EventImage image={row.image} poster={row.poster} sizes="32px" className={styles.thumbnail} />
        <div>
          <Link to={`/admin/events/${encodeURIComponent(row.key)}`}>{nameOf(row)}</Link>{' '}
          {row.visibility && (
            <span className={styles.unseen}>{row.proposedBy ? `Proposed by ${row.proposedBy}` : row.visibility}</span>
          )}{' '}
          {row.isCancelled && <span className={styles.cancelled}>Cancelled</span>}{' '}
          {row.isTentative && <span className={styles.mark}>Tentative</span>}{' '}
          {row.hasPayments && (
            <Link to={`/admin/events/${encodeURIComponent(row.key)}/payments`} className={styles.payments}>
              Payments<span className="visually-hidden">{` of ${nameOf(row)}`}</span>
            </Link>
          )}
        </div>
      </div>
    ),
  },
  { header: 'Start date', cell: ({ date }: EventTableRow) => date, end: true, headClass: styles.dateHead },
  {
    header: 'Time',
    cell: ({ time }: EventTableRow) => <span className={styles.time}>{time}</span>,
    headClass: styles.timeHead,
  },
  {
    header: 'Place',
    cell: ({ place }: EventTableRow) => place && <span className={styles.place}>{place}</span>,
    headClass: styles.placeHead,
  },
];
const COLUMNS_WITH_RESPONSES = [
  ...COLUMNS,
  { header: 'Responses', cell: countOf, end: true, headClass: styles.countHead },
];

function countOf({ responses, places }: EventTableRow) {
  if (responses === null) return null;
  if (places) {
    return (
      <span className={styles.counted} data-unit=" places taken">
        {places.taken.toLocaleString('en')} of {places.all.toLocaleString('en')}
      </span>
    );
  }
  return (
    <span className={styles.counted} data-unit={responses === 1 ? ' response' : ' responses'}>
      {responses.toLocaleString('en')}
    </span>
  );
}

export default function Events({ loaderData }: Route.ComponentProps) {
  const { upcoming, past, timeZone, defaultResponsesDays, hasChat, kinds, nextKey } = loaderData;
  const selection = useSelection([...upcoming.events, ...past.events], nameOf);
  const { dialog, add, edit, copy, close } = useDialogAddress();
  const mayChange = useCanSomewhere('change events');
  const keepsDialog = useKeepsDialog(mayChange);
  const mayImport = useCan('import events');
  const { removing } = selection;
  const [created, setCreated] = useState<CreatedEvent>();
  const [isImporting, setImporting] = useState(false);
  const [drafts, setDrafts] = useState(0);
  const addButton = useRef<HTMLButtonElement>(null);
  const focusAdd = () => addButton.current?.focus({ preventScroll: true });
  const finishCreated = () => {
    focusAdd();
    setCreated(undefined);
  };
  const finishDrafts = () => {
    focusAdd();
    setDrafts(0);
  };
  const shared = { timeZone, defaultResponsesDays, hasChat, kinds, onClose: close };
  return (
    <AdminScreen title="Event Management">
      {mayChange && (
        <Toolbar selection={selection} addButton={addButton} onAdd={add} onImport={() => setImporting(true)} />
      )}
      {created && <Created key={created.key} event={created} onDone={finishCreated} />}
      {drafts > 0 && <ImportedDrafts count={drafts} onDone={finishDrafts} onLeave={() => setDrafts(0)} />}
      <Listing {...loaderData} {...(mayChange && { selection, onEdit: edit, onCopy: copy })} />
      {keepsDialog && dialog?.kind === 'add' && <AddEvent {...shared} nextKey={nextKey} onCreated={setCreated} />}
      {keepsDialog && dialog?.kind === 'copy' && (
        <CopyEvent key={dialog.key} eventKey={dialog.key} {...shared} nextKey={nextKey} onCreated={setCreated} />
      )}
      {keepsDialog && dialog?.kind === 'edit' && <EditEvent key={dialog.key} eventKey={dialog.key} {...shared} />}
      {mayImport && isImporting && <ImportEventsDialog onDrafts={setDrafts} onClose={() => setImporting(false)} />}
      {removing && <RemoveEvents removing={removing} onClose={selection.stopRemoving} onRemoved={selection.clear} />}
    </AdminScreen>
  );
}

interface ListingProps extends Pick<Route.ComponentProps['loaderData'], 'upcoming' | 'past' | 'search' | 'limit'> {
  /** Left out for people who may change no event. */
  selection?: Selection;
  onEdit?: (key: string) => void;
  onCopy?: (key: string) => void;
}

/** Coming and past events that match the search. */
function Listing({ upcoming, past, search, limit, ...changing }: ListingProps) {
  const mayRead = useCanSomewhere('handle responses');
  const total = upcoming.total + past.total;
  const parts = [
    { ...upcoming, part: 'upcoming', caption: 'Upcoming events', empty: 'Nothing is planned yet.' },
    { ...past, part: 'past', caption: 'Past events', empty: 'There are no past events.' },
  ].filter((part) => (search ? part.total : total) > 0);
  return (
    <div className={styles.listing}>
      {(total > 0 || search !== '') && (
        <TableSearch
          id="search-events"
          label="Search events"
          placeholder="Title, place, year"
          search={search}
          className={styles.search}
        />
      )}
      <FoundEvents search={search} total={total} />
      {total === 0 && (
        <Empty>
          {search ? `No event matches ‘${search}’.` : 'There are no events yet.'}
          {changing.selection && !search && ' Create the first one above.'}
        </Empty>
      )}
      {parts.map(({ part, events, caption, empty, total: all }) => (
        <div key={part} className={styles.part}>
          <DataTable
            caption={caption}
            rows={events}
            columns={mayRead ? COLUMNS_WITH_RESPONSES : COLUMNS}
            empty={empty}
            nameOf={nameOf}
            groupOf={groupOf}
            isEditable={mayChangeRow}
            {...changing}
          />
          <MoreRows shown={events.length} total={all} noun={`${part} events`} search={search} limit={limit} />
        </div>
      ))}
    </div>
  );
}

interface ToolbarProps {
  selection: Selection;
  addButton: RefObject<HTMLButtonElement | null>;
  onAdd: () => void;
  onImport: () => void;
}

function Toolbar({ selection, addButton, onAdd, onImport }: ToolbarProps) {
  const mayImport = useCan('import events');
  const mayChangeKinds = useCan('change content');
  const count = selection.keys.length;
  return (
    <TableToolbar selected={count} forTicked={<RemoveButton selection={selection}>{removeLabel(count)}</RemoveButton>}>
      <Button ref={addButton} onClick={onAdd}>
        Create a new event
      </Button>
      {mayImport && (
        <Button quiet onClick={onImport}>
          Import events
        </Button>
      )}
      {mayChangeKinds && (
        <ButtonLink quiet to="/admin/kinds">
          Kinds
        </ButtonLink>
      )}
    </TableToolbar>
  );
}

/** product.md 2, Events */
function removeLabel(count: number): string {
  if (count === 0) return 'No events selected';
  return `Remove ${count} ${count === 1 ? 'event' : 'events'}`;
}

function mayChangeRow({ mayChange }: EventTableRow): boolean {
  return mayChange;
}

function groupOf({ group }: EventTableRow): string {
  return group;
}

function nameOf({ title }: EventTableRow): string {
  return eventName(title);
}

function FoundEvents({ search, total }: Pick<TablePage, 'search'> & { total: number }) {
  const found = total === 0 ? 'No event' : `${total.toLocaleString('en')} ${total === 1 ? 'event' : 'events'}`;
  return (
    <p role="status" className="visually-hidden">
      {search && `${found} found`}
    </p>
  );
}
