import { needs } from '../../../auth/middleware.server.ts';
import { EXEC_TITLES, execName, execs, viewExecTables, type Exec, type ExecTableRow } from '../../../domain/execs.ts';
import { formOf } from '../../../domain/records/dialog.ts';
import { recordAction, toLoader } from '../../../http/actions.ts';
import { formatTableDate } from '../../../time/club-time.ts';
import { CheckboxField, SelectField, BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { screenHead } from '../../../ui/admin/screen.tsx';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { Picture } from '../../../ui/picture.tsx';
import { Initials } from '../../team/initials.tsx';
import type { Route } from './+types/execs';
import * as styles from './execs.module.css';

export const handle = { topics: ['exec'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Executive Management',
  description: 'The executive team.',
  path: '/admin/execs',
});

export const middleware = [needs('see content', 'change content')];

export const loader = toLoader(async ({ site: { db, clock } }) => {
  return { ...(await viewExecTables(db)), thisMonth: formatTableDate(Date.now(), clock).slice(0, 7) };
});

export const action = recordAction(execs);

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

export default function Execs({ loaderData: { current, previous, thisMonth } }: Route.ComponentProps) {
  return (
    <RecordTables
      title="Executive Management"
      addLabel="Add new executive"
      removeLabel="Remove selected execs"
      removeTitle="Remove execs"
      noun="exec"
      rows={[...current, ...previous]}
      tables={[
        {
          caption: 'Current Executives',
          rows: current,
          empty: 'There are no current executives yet.',
          howToBegin: 'Add the first one above.',
        },
        {
          caption: 'Previous Executives',
          rows: previous,
          empty: 'Nobody here yet.',
          howToBegin: 'Unticking ‘Currently an exec?’ moves an executive to this table.',
        },
      ]}
      columns={COLUMNS}
      nameOf={nameOf}
      className={styles.tables}
      dialog={(exec, onClose) => <ExecDialog exec={exec} thisMonth={thisMonth} onClose={onClose} />}
    />
  );
}

function nameOf({ name }: Exec): string {
  return execName(name);
}

/** Browsers without a month field show a text field. */
const MONTH = { type: 'month', placeholder: 'YYYY-MM' } as const;

interface ExecDialogProps {
  exec: Exec | undefined;
  thisMonth: string;
  onClose: () => void;
}

function ExecDialog({ exec, thisMonth, onClose }: ExecDialogProps) {
  const form = useKeyedForm({ ...formOf(execs), record: exec, nameOf: ({ name }) => name, onClose });
  const isCurrent = form.bind('isCurrentExec');
  const setCurrent = (isTicked: boolean) => {
    isCurrent.onChange(isTicked);
    if (!isTicked && form.values.until === '') form.set('until', thisMonth);
    // A month that was only proposed is removed again.
    if (isTicked && form.values.until === thisMonth) form.set('until', '');
  };
  return (
    <RecordDialog
      title={exec ? 'Edit exec' : 'Add a new exec'}
      submitLabel={exec ? 'Update Exec' : 'Add Exec'}
      form={form}
      onClose={onClose}
      long
    >
      <BoundTextField field={form.bind('name')} required />
      <SelectField field={form.bind('title')} options={EXEC_TITLES} />
      <CheckboxField field={{ ...isCurrent, onChange: setCurrent }} />
      <div className={styles.term}>
        <BoundTextField field={form.bind('since')} {...MONTH} />
        <BoundTextField field={form.bind('until')} {...MONTH} />
      </div>
      <BoundTextArea field={form.bind('description')} rows={6} />
      <UploadField field={form.bind('image')} mode="single" accept="image" />
    </RecordDialog>
  );
}
