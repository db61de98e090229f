import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { MEMBERSHIP } from '../../../addresses.ts';
import { needs } from '../../../auth/middleware.server.ts';
import { viewMembers, type ListedMember } from '../../../domain/members/list.ts';
import { members } from '../../../domain/members/member.ts';
import { addMember } from '../../../domain/members/pay.ts';
import { proposedUntil } from '../../../domain/members/years.ts';
import { removeRecords } from '../../../domain/record-changes/remove.ts';
import { updateRecord } from '../../../domain/record-changes/save.ts';
import { recordCommand, toLoader, toAction } from '../../../http/actions.ts';
import { clubDay } from '../../../time/club-day.ts';
import { startOfTomorrow } from '../../../time/club-time.ts';
import { ConfirmRemoval, removalQuestion } from '../../../ui/admin/confirm-removal.tsx';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { MenuButton } from '../../../ui/admin/menu-button.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { RemoveButton, TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { useSearch } from '../../../ui/admin/use-search.ts';
import { useSelection, type Selection } from '../../../ui/admin/use-selection.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import * as fields from '../../../ui/form/field.module.css';
import { inBackground } from '../../../ui/in-background.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { useReloadAt } from '../../../ui/use-reload-at.ts';
import { membersOnly } from '../../require-membership.server.ts';
import type { Route } from './+types/members';
import { allOf, CARD_ADDRESS, CSV_ADDRESS, MEMBERS_ADDRESS, readMembersQuery } from './members-address.ts';
import { ImportDialog } from './import-dialog.tsx';
import { MarkAsPaid, type MemberToMark } from './mark-as-paid.tsx';
import { MemberDialog } from './member-dialog.tsx';
import * as styles from './members.module.css';
import { undoCommand } from './undo-payment.ts';

export const handle = { topics: ['member'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Members',
  description: 'Who is a member, and until when.',
  path: MEMBERS_ADDRESS,
});

export const middleware = [membersOnly, needs('handle members')];

export const loader = toLoader(async ({ site, actor, request }) => {
  const { db, clock, club } = site;
  const query = readMembersQuery(request.url);
  const today = clubDay(clock.timeZone);
  return {
    ...(await viewMembers(db, actor, clock, query)),
    query,
    clock,
    today,
    until: proposedUntil(today, club.club.yearStartsIn),
    changesAt: startOfTomorrow(clock.timeZone),
  };
});

export const action = toAction<object, object | void>(async ({ site, actor, read }) => {
  const { db, clock } = site;
  const command = await read(recordCommand);
  if (command.verb === 'add') return addMember(db, actor, clock.timeZone, command.input, command);
  if (command.verb === 'update') return updateRecord(db, actor, members, command);
  return removeRecords(db, actor, members, command.keys);
});

function nameOf({ name, email }: ListedMember): string {
  return name || email;
}

export default function Members({ loaderData }: Route.ComponentProps) {
  const { rows, total, query, changesAt } = loaderData;
  useReloadAt(changesAt);
  const selection = useSelection(rows, nameOf);
  const { dialog, add, edit, close } = useDialogAddress();
  const [marking, setMarking] = useState<MemberToMark[]>();
  const mark = (row: ListedMember) => setMarking([row]);
  const [isImporting, setImporting] = useState(false);
  const [removing, setRemoving] = useState<ListedMember>();
  const run = useCommands();
  const sendCard = (row: ListedMember) =>
    run({ action: CARD_ADDRESS, payload: { key: row.key }, done: `The card goes to ‘${nameOf(row)}’.` });
  const chosen = rows.filter(({ key }) => selection.has(key));
  const [first] = rows;
  return (
    <AdminScreen title="Members">
      <Summary counts={loaderData.counts} />
      <TableToolbar
        selected={selection.keys.length}
        forTicked={
          <>
            {chosen.length > 0 && (
              <Button quiet onClick={() => setMarking(chosen)}>
                Mark {amount(chosen.length)} as paid
              </Button>
            )}
            <RemoveButton selection={selection}>Remove selected members</RemoveButton>
          </>
        }
      >
        <Button onClick={add}>Add a member</Button>
        <div className={styles.files}>
          <Button quiet onClick={() => setImporting(true)}>
            Import CSV
          </Button>
          <a className={styles.download} href={CSV_ADDRESS}>
            Download CSV
          </a>
        </div>
      </TableToolbar>
      <FindMembers {...query} onEnter={() => rows.length === 1 && first && mark(first)} />
      <p role="status" className={query.search ? styles.found : 'visually-hidden'}>
        {query.search && `${amount(total)} found`}
      </p>
      <MemberList {...loaderData} selection={selection} actions={{ mark, edit, remove: setRemoving, sendCard }} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {marking && (
        <MarkAsPaid
          {...loaderData}
          members={marking}
          undo={(noted) => run(undoCommand(noted))}
          onMarked={selection.clear}
          onClose={() => setMarking(undefined)}
        />
      )}
      <OpenMember rows={rows} clock={loaderData.clock} dialog={dialog} onClose={close} />
      {removing && (
        <RemoveMembers names={[nameOf(removing)]} keys={[removing.key]} onClose={() => setRemoving(undefined)} />
      )}
      {selection.removing && (
        <RemoveMembers {...selection.removing} onClose={selection.stopRemoving} onRemoved={selection.clear} />
      )}
    </AdminScreen>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Summary({ counts }: Pick<Loaded, 'counts'>) {
  const { publicUrl } = useSiteFacts();
  return (
    <>
      <p className={styles.figures}>
        {`${amount(counts.paid)} paid, ${amount(counts.unpaid)} not paid, ${amount(counts.lapsed)} lapsed`}
      </p>
      <div className={styles.request}>
        <span>{`Members get their card at ${MEMBERSHIP}.`}</span>
        <CopyLink url={publicUrl + MEMBERSHIP} of={MEMBERSHIP} />
      </div>
    </>
  );
}

interface MemberListProps extends Pick<Loaded, 'rows' | 'total' | 'query'> {
  selection: Selection;
  actions: RowActions;
}

function MemberList({ rows, total, query, selection, actions }: MemberListProps) {
  return (
    <>
      <div className={styles.listing}>
        <DataTable
          caption="Members"
          captionHidden
          rows={rows}
          columns={columnsWith(actions)}
          nameOf={nameOf}
          selection={selection}
          empty={query.search || query.show !== 'everyone' ? 'No members found.' : NOBODY}
        />
      </div>
      {rows.length < total && (
        <p className={styles.more}>
          {`${amount(rows.length)} of ${amount(total)}. `}
          <Link to={{ search: allOf(query) }} preventScrollReset>
            Show all
          </Link>
        </p>
      )}
    </>
  );
}

interface OpenMemberProps extends Pick<Loaded, 'rows' | 'clock'> {
  dialog: ReturnType<typeof useDialogAddress>['dialog'];
  onClose: () => void;
}

function OpenMember({ rows, clock, dialog, onClose }: OpenMemberProps) {
  const opened = useOpenRecord(rows, dialog);
  return (
    <>
      {dialog?.kind === 'add' && <MemberDialog clock={clock} onClose={onClose} />}
      {opened && (
        <MemberDialog
          key={opened.key}
          member={opened}
          now={rows.find(({ key }) => key === opened.key)}
          clock={clock}
          onClose={onClose}
        />
      )}
    </>
  );
}

const NOBODY =
  'Nobody is a member yet. Add the first one above; people who fill in the membership form appear here by themselves.';

function amount(count: number): string {
  return count.toLocaleString('en');
}

interface RowActions {
  mark: (row: ListedMember) => void;
  edit: (key: string) => void;
  remove: (row: ListedMember) => void;
  sendCard: (row: ListedMember) => void;
}

function columnsWith({ mark, edit, remove, sendCard }: RowActions) {
  return [
    { header: 'Name', cell: (row: ListedMember) => <bdi>{nameOf(row)}</bdi> },
    {
      header: 'Email',
      cell: ({ email }: ListedMember) => <span className={`${styles.line} ${styles.email}`}>{email}</span>,
    },
    {
      header: 'Student ID',
      cell: ({ studentId, sameId }: ListedMember) => (
        <span className={styles.line}>
          {studentId}
          {sameId.length > 0 && <span className={styles.same}>Also of {sameId.slice(0, 3).join(', ')}</span>}
        </span>
      ),
    },
    {
      header: 'Status',
      cell: ({ status, paidState }: ListedMember) => (
        <span className={styles.status} data-paid={paidState}>
          {status}
        </span>
      ),
    },
    {
      header: 'Actions',
      end: true,
      cell: (row: ListedMember) => (
        <span className={styles.actions}>
          <button type="button" className={styles.mark} onClick={() => mark(row)}>
            Mark <span className="visually-hidden">{nameOf(row)} </span>as paid
          </button>
          <MenuButton
            label={`Actions for ${nameOf(row)}`}
            items={[
              { label: 'Mark as paid', choose: () => mark(row) },
              { label: 'Edit', choose: () => edit(row.key) },
              { label: 'Send the card', choose: () => sendCard(row) },
              { label: 'Remove', choose: () => remove(row) },
            ]}
          />
        </span>
      ),
    },
  ];
}

interface RemoveMembersProps {
  names: readonly string[];
  keys: readonly string[];
  onClose: () => void;
  onRemoved?: () => void;
}

function RemoveMembers({ keys, ...rest }: RemoveMembersProps) {
  return (
    <ConfirmRemoval
      title="Remove members"
      question={removalQuestion(keys.length, 'member')}
      payload={{ verb: 'remove', keys }}
      action={MEMBERS_ADDRESS}
      {...rest}
    >
      <p>Their cards stop working.</p>
    </ConfirmRemoval>
  );
}

const SHOW_LABELS = { everyone: 'Everyone', paid: 'Paid', unpaid: 'Not paid', lapsed: 'Lapsed' } as const;

interface FindMembersProps {
  search: string;
  show: keyof typeof SHOW_LABELS;
  onEnter: () => void;
}

/** Enter marks the person once exactly one is found: three letters and two presses for each person in a queue. */
function FindMembers({ search, show, onEnter }: FindMembersProps) {
  const { typed, type, cancel } = useSearch(search);
  // Enter counts for what was typed, even if the list was still loading when it was pressed.
  const enteredSearch = useRef<string>(undefined);
  const mark = useEffectEvent(onEnter);
  useEffect(() => {
    if (enteredSearch.current !== search) return;
    enteredSearch.current = undefined;
    mark();
  }, [search]);
  return (
    <Form
      role="search"
      replace
      preventScrollReset
      className={styles.search}
      onSubmit={(event) => {
        cancel();
        if (typed.trim() !== search) {
          enteredSearch.current = typed.trim() || undefined;
          return;
        }
        event.preventDefault();
        if (search !== '') onEnter();
      }}
    >
      <label className={styles.find}>
        <span>Find a member</span>
        <input
          type="search"
          className={fields.input}
          name="find"
          placeholder="Name, address, student ID"
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={({ currentTarget }) => {
            enteredSearch.current = undefined;
            type(currentTarget);
          }}
        />
      </label>
      <ShowSelect show={show} />
    </Form>
  );
}

function ShowSelect({ show }: Pick<FindMembersProps, 'show'>) {
  const submit = useSubmit();
  return (
    <label className={styles.show}>
      <span>Show</span>
      <select
        className={fields.input}
        name="show"
        value={show}
        onChange={({ currentTarget }) => inBackground(submit(withShow(currentTarget), { replace: true }))}
      >
        {Object.entries(SHOW_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The form's data with the new choice, which React has not rendered yet. */
function withShow(select: HTMLSelectElement): FormData {
  const form = new FormData(select.form ?? undefined);
  form.set('show', select.value);
  return form;
}
