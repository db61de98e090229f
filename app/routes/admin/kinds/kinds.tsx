import { useState } from 'react';
import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { removeKinds } from '../../../domain/event-changes/remove-kinds.ts';
import { COLOURS, colourOf, kinds, type Colour, type Kind } from '../../../domain/kinds/kind.ts';
import { listKinds } from '../../../domain/kinds/list.ts';
import { moveRecord } from '../../../domain/record-changes/order.ts';
import { addRecord, updateRecord } from '../../../domain/record-changes/save.ts';
import { formOf } from '../../../domain/records/dialog.ts';
import { addCommand, moveCommand, removeCommand, updateCommand, toAction, toLoader } from '../../../http/actions.ts';
import { ConfirmRemoval } from '../../../ui/admin/confirm-removal.tsx';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { OrderedList } from '../../../ui/admin/ordered-list.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../ui/admin/table-toolbar.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { KindMark } from '../../events/kind-mark.tsx';
import type { Route } from './+types/kinds';
import * as styles from './kinds.module.css';

export const handle = { topics: ['kind'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Kinds of events',
  description: 'What kinds there are.',
  path: '/admin/kinds',
});

export const middleware = [needs('change content')];

export const loader = toLoader(async ({ site: { db } }) => ({ rows: await listKinds(db) }));

const command = z.discriminatedUnion('verb', [addCommand, updateCommand, removeCommand, moveCommand]);

export const action = toAction<object, object | void>(async ({ site: { db }, actor, read }) => {
  const sent = await read(command);
  if (sent.verb === 'add') return addRecord(db, actor, kinds, sent.input, sent);
  if (sent.verb === 'update') return updateRecord(db, actor, kinds, sent);
  if (sent.verb === 'move') return moveRecord(db, actor, kinds, sent);
  return removeKinds(db, actor, sent.keys);
});

export default function Kinds({ loaderData: { rows } }: Route.ComponentProps) {
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(rows, dialog);
  const [removing, setRemoving] = useState<Kind>();
  return (
    <AdminScreen title="Kinds of events">
      <p>
        Each event can be of one kind, chosen in <SmartLink to="/admin/events">its dialog</SmartLink>. Visitors choose a
        kind at <SmartLink to="/events">/events</SmartLink>, and can subscribe to that kind only.
      </p>
      <TableToolbar>
        <Button onClick={add}>Add a kind</Button>
      </TableToolbar>
      {rows.length === 0 && <Empty>There are no kinds yet. Add the first one above.</Empty>}
      <OrderedList rows={rows} onEdit={edit} onRemove={setRemoving}>
        {(row) => (
          <div className={styles.about}>
            <KindMark kind={{ name: row.name, colour: colourOf(row.colour) }} />
            {row.slug && (
              <span className={styles.address}>
                /events?kind=
                <wbr />
                {row.slug}
              </span>
            )}
          </div>
        )}
      </OrderedList>
      {dialog?.kind === 'add' && <KindDialog kind={undefined} onClose={close} />}
      {opened && <KindDialog key={opened.key} kind={opened} onClose={close} />}
      {removing && (
        <ConfirmRemoval
          title="Remove kind"
          question="Are you sure you want to remove this kind?"
          payload={{ verb: 'remove', keys: [removing.key] }}
          onClose={() => setRemoving(undefined)}
          names={[removing.name]}
        >
          <p>Its events stay, without a kind, even if you bring it back.</p>
        </ConfirmRemoval>
      )}
    </AdminScreen>
  );
}

const NAMES: Record<Colour, string> = {
  red: 'Red',
  orange: 'Orange',
  yellow: 'Yellow',
  green: 'Green',
  teal: 'Teal',
  blue: 'Blue',
  violet: 'Violet',
  grey: 'Grey',
};

function KindDialog({ kind, onClose }: { kind: Kind | undefined; onClose: () => void }) {
  const form = useKeyedForm({ ...formOf(kinds), record: kind, nameOf: ({ name }) => name, onClose });
  const { name, colour } = form.values;
  return (
    <RecordDialog
      title={kind ? 'Edit kind' : 'Add a kind'}
      submitLabel={kind ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField field={form.bind('name')} hint="Such as Talks, or Game nights." required />
      <SelectField field={form.bind('colour')} options={COLOURS} nameOf={(one) => NAMES[colourOf(one)]} />
      <p className={styles.preview} aria-hidden>
        <KindMark kind={{ name: name || 'Name', colour: colourOf(colour) }} />
      </p>
    </RecordDialog>
  );
}
