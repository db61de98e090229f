import { useState } from 'react';
import { itemInput } from '../../../domain/handover/item-input.ts';
import type { HandoverItem } from '../../../domain/handover/items.ts';
import { ConfirmDialog, REMOVING } from '../../../ui/admin/confirm-dialog.tsx';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { Pencil, Trash2 } from '../../../ui/admin/icons.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import { useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { newIdempotencyKey } from '../../../ui/form/idempotency-key.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import * as styles from './handover.module.css';

const ITEMS = { action: '/admin/handover/items' };

export function Items({ items }: { items: HandoverItem[] }) {
  const { dialog, add, edit, close } = useDialogAddress();
  const edited = useOpenRecord(items, dialog);
  const [removing, setRemoving] = useState<HandoverItem>();
  return (
    <>
      <p>
        Note who has what from now on, and tick what has been handed over. Write no passwords here: every admin reads
        this list.
      </p>
      <p>
        <Button onClick={add}>Add an item</Button>
      </p>
      <Proposals items={items} />
      {items.length === 0 && <p className={styles.quiet}>Nothing is on the list yet.</p>}
      <ul role="list" className={styles.items}>
        {items.map((item) => (
          <Item key={item.key} item={item} onEdit={() => edit(item.key)} onRemove={() => setRemoving(item)} />
        ))}
      </ul>
      {dialog?.kind === 'add' && <ItemDialog onClose={close} />}
      {edited && <ItemDialog key={edited.key} item={edited} onClose={close} />}
      {removing && (
        <ConfirmDialog
          title="Remove this item"
          {...REMOVING}
          payload={{ verb: 'remove', key: removing.key }}
          {...ITEMS}
          onDone={() => say(`‘${removing.title}’ was removed`)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            <q>{removing.title}</q> goes from the list for good, for the next handover too.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** What most clubs have. */
const USUAL = ['Account at the bank', 'Keys', 'Mailbox', 'Domain', 'Owner of the chat', 'Social accounts'];

function Proposals({ items }: { items: HandoverItem[] }) {
  const sender = useSend((answer) => {
    if (!answer.ok) sayFailure(answer.error);
  }, ITEMS);
  const left = USUAL.filter((title) => items.every((item) => item.title !== title));
  if (left.length === 0) return null;
  const add = (title: string) => sender.send({ verb: 'add', once: newIdempotencyKey(), input: { title, owner: '' } });
  return (
    <div className={styles.actions} role="group" aria-label="What most clubs have">
      {left.map((title) => (
        <Button key={title} quiet aria-disabled={sender.busy || undefined} onClick={() => add(title)}>
          + {title}
        </Button>
      ))}
    </div>
  );
}

interface ItemProps {
  item: HandoverItem;
  onEdit: () => void;
  onRemove: () => void;
}

function Item({ item: { key, title, owner, isDone }, onEdit, onRemove }: ItemProps) {
  const [chosen, setChosen] = useState<boolean>();
  const sender = useSend((answer) => {
    if (!answer.ok) sayFailure(answer.error);
    setChosen(undefined);
  }, ITEMS);
  const tick = (next: boolean) => {
    if (sender.busy) return;
    setChosen(next);
    sender.send({ verb: 'tick', key, isDone: next });
  };
  return (
    <li>
      <div>
        <Checkbox
          name={`done-${key}`}
          label={title}
          checked={chosen ?? isDone}
          onChange={(event) => tick(event.currentTarget.checked)}
        />
        <p className={styles.owner}>Owner: {owner ? <bdi>{owner}</bdi> : 'nobody yet'}</p>
      </div>
      <IconButton label={`Edit ${title}`} onClick={onEdit}>
        <Pencil size={18} />
      </IconButton>
      <IconButton label={`Remove ${title}`} onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
    </li>
  );
}

const LABELS = { title: 'Item', owner: 'Owner' };

function ItemDialog({ item, onClose }: { item?: HandoverItem; onClose: () => void }) {
  const form = useKeyedForm({
    labels: LABELS,
    record: item,
    fresh: { title: '', owner: '' },
    valuesOf: ({ title, owner }: HandoverItem) => ({ title, owner }),
    nameOf: ({ title }) => title.trim(),
    schema: itemInput,
    ...ITEMS,
    onClose,
  });
  return (
    <RecordDialog
      title={item ? 'Edit item' : 'Add an item'}
      submitLabel={item ? 'Save' : 'Add item'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField
        field={form.bind('title')}
        hint="Such as ‘Account at the bank’ or ‘Key of the storage room’"
        required
      />
      <BoundTextField field={form.bind('owner')} hint="Who has it from now on" />
    </RecordDialog>
  );
}
