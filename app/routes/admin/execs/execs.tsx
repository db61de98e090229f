import { useMemo } from 'react';
import { needs } from '../../../auth/middleware.server.ts';
import { EXEC_TITLES, execName, execs, viewExecTables, type Exec, type ExecTableRow } from '../../../domain/execs.ts';
import type { StoredFile } from '../../../domain/files/stored-file.ts';
import { siteContext } from '../../../http/context.server.ts';
import { recordAction } from '../../../http/actions.ts';
import { formatTableDate } from '../../../time/club-time.ts';
import { CheckboxField, SelectField, BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { UploadField } from '../../../ui/admin/upload-field.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { Picture } from '../../../ui/picture.tsx';
import { headOf } from '../../../ui/site-facts.ts';
import { Initials } from '../../team/initials.tsx';
import type { Route } from './+types/execs';
import styles from './execs.module.css';

export const handle = { topics: ['exec'] } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Executive Management', description: 'The executive team.', path: '/admin/execs' });

export const middleware = [needs('see content', 'change content')];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const thisMonth = formatTableDate(Date.now(), clock).slice(0, 7);
  return { ...(await viewExecTables(db)), thisMonth };
}

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
  const all = useMemo(() => [...current, ...previous], [current, previous]);
  return (
    <RecordTables
      title="Executive Management"
      addLabel="Add new executive"
      removeLabel="Remove selected execs"
      removeTitle="Remove execs"
      noun="exec"
      rows={all}
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
      dialog={(exec, onClose) => <ExecDialog {...{ exec, thisMonth, onClose }} />}
    />
  );
}

function nameOf({ name }: Exec): string {
  return execName(name);
}

interface ExecValues {
  name: string;
  title: string;
  isCurrentExec: boolean;
  since: string;
  until: string;
  description: string;
  image: StoredFile | null;
}

const LABELS = {
  name: 'Name',
  title: 'Title',
  isCurrentExec: 'Currently an exec?',
  since: 'From',
  until: 'Until',
  description: 'Description',
  image: 'Upload Image',
};

const NEW: ExecValues = {
  name: '',
  title: 'Executive',
  isCurrentExec: true,
  since: '',
  until: '',
  description: '',
  image: null,
};

/** Browsers without a field for months show one for texts. */
const MONTH = { type: 'month', placeholder: 'YYYY-MM', autoComplete: 'off' } as const;

interface ExecDialogProps {
  exec: Exec | undefined;
  thisMonth: string;
  onClose: () => void;
}

function ExecDialog({ exec, thisMonth, onClose }: ExecDialogProps) {
  const form = useKeyedForm({
    record: exec,
    fresh: NEW,
    valuesOf,
    nameOf: ({ name }) => name,
    schema: execs.schema,
    onClose,
  });
  const isCurrent = form.bind('isCurrentExec');
  const setCurrent = (isTicked: boolean) => {
    isCurrent.onChange(isTicked);
    if (!isTicked && form.values.until === '') form.set('until', thisMonth);
    // What was only proposed goes again.
    if (isTicked && form.values.until === thisMonth) form.set('until', '');
  };
  return (
    <RecordDialog
      title={exec ? 'Edit exec' : 'Add a new exec'}
      submitLabel={exec ? 'Update Exec' : 'Add Exec'}
      {...{ form, labels: LABELS, onClose }}
      long
    >
      <BoundTextField field={form.bind('name')} label={LABELS.name} required autoComplete="off" />
      <SelectField field={form.bind('title')} label={LABELS.title} options={EXEC_TITLES} />
      <CheckboxField field={{ ...isCurrent, onChange: setCurrent }} label={LABELS.isCurrentExec} />
      <div className={styles.term}>
        <BoundTextField field={form.bind('since')} label={LABELS.since} {...MONTH} />
        <BoundTextField field={form.bind('until')} label={LABELS.until} {...MONTH} />
      </div>
      <BoundTextArea field={form.bind('description')} label={LABELS.description} rows={6} />
      <UploadField
        key={form.uploads.round}
        label={LABELS.image}
        name="image"
        mode="single"
        accept="image"
        initial={form.values.image}
      />
    </RecordDialog>
  );
}

function valuesOf({ name, title, isCurrentExec, since, until, description, image }: Exec): ExecValues {
  return { name, title, isCurrentExec, since, until, description, image };
}
