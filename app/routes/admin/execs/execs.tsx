import { useMemo } from 'react';
import { execName, execs, type ExecTableRow, viewExecTables } from '../../../domain/execs.ts';
import { removeRecords } from '../../../domain/records/remove.ts';
import { addRecord, updateRecord } from '../../../domain/records/save.ts';
import { toActionResult } from '../../../http/action-result.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { readCommand, recordCommand } from '../../../http/read-command.ts';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { SelectionToolbar } from '../../../ui/admin/selection-toolbar.tsx';
import { useOpenRecord } from '../../../ui/admin/use-open-record.ts';
import { useSelection } from '../../../ui/admin/use-selection.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { Picture } from '../../../ui/picture.tsx';
import { headOf } from '../../../ui/site-facts.ts';
import { Initials } from '../../team/initials.tsx';
import type { Route } from './+types/execs';
import { ExecDialog } from './exec-dialog.tsx';
import styles from './execs.module.css';

export const handle = { topics: ['exec'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Executive Management', description: 'The executive team.', path: '/admin/execs' });

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(siteContext);
  return viewExecTables(db);
}

export function action({ request, context }: Route.ActionArgs) {
  const { db } = context.get(siteContext);
  const actor = context.get(actorContext);
  return toActionResult<{ key?: string; version?: number }>(async () => {
    const command = await readCommand(request, recordCommand);
    if (command.verb === 'add') return addRecord(db, actor, execs, command.input);
    if (command.verb === 'update') return updateRecord(db, actor, execs, command);
    return removeRecords(db, actor, execs, command.keys);
  });
}

const COLUMNS = [
  {
    header: 'Name',
    cell: (exec: ExecTableRow) => (
      <span className={styles.person}>
        <span className={styles.portrait}>
          <Initials name={nameOf(exec)} />
          {exec.portrait && <Picture image={exec.portrait} alt="" sizes="40px" fallback={null} />}
        </span>
        <bdi>{nameOf(exec)}</bdi>
      </span>
    ),
  },
  { header: 'Title', cell: ({ title }: ExecTableRow) => <span className={styles.title}>{title}</span> },
];

/** 'Executive Management' (product.md 2, Execs). */
export default function Execs({ loaderData: { current, previous } }: Route.ComponentProps) {
  const all = useMemo(() => [...current, ...previous], [current, previous]);
  const selection = useSelection(all, nameOf);
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(all, dialog);
  const tables = [
    {
      caption: 'Current Executives',
      rows: current,
      empty: 'There are no current executives yet. Add the first one above.',
    },
    {
      caption: 'Previous Executives',
      rows: previous,
      empty: 'Nobody here yet: unticking ‘Currently an exec?’ moves an executive to this table.',
    },
  ];
  return (
    <AdminScreen title="Executive Management">
      <SelectionToolbar
        addLabel="Add new executive"
        onAdd={add}
        removeLabel="Remove selected execs"
        removeTitle="Remove execs"
        noun="exec"
        selection={selection}
      />
      <div className={styles.tables}>
        {tables.map((table) => (
          <DataTable key={table.caption} columns={COLUMNS} onEdit={edit} {...{ nameOf, selection }} {...table} />
        ))}
      </div>
      {dialog?.kind === 'add' && <ExecDialog exec={undefined} onClose={close} />}
      {opened && <ExecDialog key={opened.key} exec={opened} onClose={close} />}
    </AdminScreen>
  );
}

function nameOf({ name }: ExecTableRow): string {
  return execName(name);
}
