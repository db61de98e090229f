import { useId } from 'react';
import { ITEM_LABELS, itemInput, NEW_ITEM } from '../../../domain/handover/item-input.ts';
import type { HandoverItem } from '../../../domain/handover/items.ts';
import { ConfirmDialog, REMOVAL_LABELS } from '../../../ui/admin/confirm-dialog.tsx';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { type FieldBinding } from '../../../ui/admin/use-record-form.ts';

export const ITEMS = { action: '/admin/handover/items' };

/** Somebody listed under People. */
export interface KnownPerson {
  uid: string;
  name: string;
  email: string;
}

interface ItemDialogProps {
  item?: HandoverItem;
  people: KnownPerson[];
  onClose: () => void;
}

export function ItemDialog({ item, people, onClose }: ItemDialogProps) {
  const form = useKeyedForm({
    labels: ITEM_LABELS,
    record: item,
    initial: NEW_ITEM,
    valuesOf: ({ title, owner, secondOwner, endsOn }: HandoverItem) => ({ title, owner, secondOwner, endsOn }),
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
      <OwnerFields owner={form.bind('owner')} secondOwner={form.bind('secondOwner')} people={people} />
      <BoundTextField
        field={form.bind('endsOn')}
        hint="Its last day. Both owners get a mail 60, 30 and 7 days before."
        type="date"
        placeholder="YYYY-MM-DD"
        max="2999-12-31"
      />
    </RecordDialog>
  );
}

interface OwnerFieldsProps {
  owner: FieldBinding<string>;
  secondOwner: FieldBinding<string>;
  people: KnownPerson[];
}

export function OwnerFields({ owner, secondOwner, people }: OwnerFieldsProps) {
  const list = useId();
  return (
    <>
      <BoundTextField field={owner} list={list} hint="Somebody from People, or an email address" />
      <BoundTextField field={secondOwner} list={list} hint="Who looks after it when the first cannot" />
      <datalist id={list}>
        {people
          .filter(({ email }) => email !== '')
          .map(({ uid, name, email }) => (
            <option key={uid} value={email}>
              {name}
            </option>
          ))}
      </datalist>
    </>
  );
}

export function RemoveItem({ item, onClose }: { item: Pick<HandoverItem, 'key' | 'title'>; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Remove this item"
      {...REMOVAL_LABELS}
      payload={{ verb: 'remove', key: item.key }}
      {...ITEMS}
      onDone={() => say(`‘${item.title}’ was removed`)}
      onClose={onClose}
    >
      <p>
        <q>{item.title}</q> goes from the list for good, for the next handover too.
      </p>
    </ConfirmDialog>
  );
}
