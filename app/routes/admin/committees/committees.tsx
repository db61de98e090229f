import { needs } from '../../../auth/middleware.server.ts';
import { removeCommittees } from '../../../domain/committees/remove-committees.ts';
import { committees, type Committee } from '../../../domain/committees/committee.ts';
import { listCommittees } from '../../../domain/committees/list.ts';
import { formOf } from '../../../domain/records/dialog.ts';
import { addRecord, updateRecord } from '../../../domain/record-changes/save.ts';
import { recordCommand, toAction, toLoader } from '../../../http/actions.ts';
import { BoundTextField, CheckboxField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { RecordTables } from '../../../ui/admin/record-tables.tsx';
import { screenHead } from '../../../ui/admin/screen.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import type { Route } from './+types/committees';

export const handle = { topics: ['committee'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Committees',
  description: 'Officers of some events only.',
  path: '/admin/committees',
});

export const middleware = [needs('manage the club')];

export const loader = toLoader(async ({ site: { db } }) => ({ rows: await listCommittees(db) }));

export const action = toAction<object, object | void>(async ({ site: { db }, actor, read }) => {
  const command = await read(recordCommand);
  if (command.verb === 'add') return addRecord(db, actor, committees, command.input, command);
  if (command.verb === 'update') return updateRecord(db, actor, committees, command);
  return removeCommittees(db, actor, command.keys);
});

const COLUMNS = [
  { header: 'Name', cell: (committee: Committee) => <bdi>{committee.name}</bdi> },
  {
    header: 'May publish',
    cell: ({ mayPublish }: Committee) => (mayPublish ? 'Yes: it publishes its events' : 'No: its events are proposed'),
  },
];

export default function Committees({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <RecordTables
      title="Committees"
      addLabel="Add a committee"
      removeLabel="Remove selected committees"
      removeTitle="Remove committees"
      noun="committee"
      rows={rows}
      tables={[
        {
          caption: 'Committees',
          captionHidden: true,
          rows,
          empty: 'There are no committees yet.',
          howToBegin: 'Add the first one above.',
        },
      ]}
      columns={COLUMNS}
      nameOf={({ name }) => name}
      removesEach
      dialog={(committee, onClose) => <CommitteeDialog committee={committee} onClose={onClose} />}
    >
      <p>
        People with the role ‘Committee’ look after the events of their committees and no others. When you remove a
        committee, its events stay, without one.
      </p>
    </RecordTables>
  );
}

function CommitteeDialog({ committee, onClose }: { committee: Committee | undefined; onClose: () => void }) {
  const form = useKeyedForm({ ...formOf(committees), record: committee, nameOf: ({ name }) => name, onClose });
  return (
    <RecordDialog
      title={committee ? 'Edit committee' : 'Add a committee'}
      submitLabel={committee ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField field={form.bind('name')} required />
      <CheckboxField
        field={form.bind('mayPublish')}
        hint="Without it, the committee’s new events are proposals until someone with the role Admin, Editor or Events publishes them."
      />
    </RecordDialog>
  );
}
