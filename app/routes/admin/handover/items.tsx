import { useState } from 'react';
import { useDialogAddress, useOpenRecord } from '../../../ui/admin/dialog-address.ts';
import { Pencil, Trash2 } from '../../../ui/admin/icons.tsx';
import { sayFailure } from '../../../ui/admin/toasts.tsx';
import { useKeptFocus } from '../../../ui/admin/use-kept-focus.ts';
import { useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { newIdempotencyKey } from '../../../ui/form/idempotency-key.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';
import { ItemDialog, ITEMS, RemoveItem, type KnownPerson } from './item-dialog.tsx';
import { Owners } from './owners.tsx';

type ShownItem = HandoverData['items'][number];

interface ItemsProps {
  items: ShownItem[];
  /** The people proposed as owners. */
  people: KnownPerson[];
  /** Then the step's main button is the one that ends it. */
  isUnderWay: boolean;
}

export function Items({ items, people, isUnderWay }: ItemsProps) {
  const { dialog, add, edit, close } = useDialogAddress();
  const edited = useOpenRecord(items, dialog);
  const [removing, setRemoving] = useState<ShownItem>();
  const { list, onFocus } = useKeptFocus<HTMLUListElement>(items, 'li');
  return (
    <>
      <p>
        Note who has what from now on, and tick what has been handed over. Write no passwords here: every admin reads
        this list. Items with an end also appear under <SmartLink to="/admin/dates">What runs out</SmartLink>, and their
        owners get a mail before it.
      </p>
      <p>
        <Button quiet={isUnderWay} onClick={add}>
          Add an item
        </Button>
      </p>
      <Proposals items={items} />
      {items.length === 0 && <p className={styles.quiet}>Nothing is on the list yet.</p>}
      <ul ref={list} role="list" className={styles.items} onFocus={onFocus}>
        {items.map((item) => (
          <Item key={item.key} item={item} onEdit={() => edit(item.key)} onRemove={() => setRemoving(item)} />
        ))}
      </ul>
      {dialog?.kind === 'add' && <ItemDialog people={people} onClose={close} />}
      {edited && <ItemDialog key={edited.key} item={edited} people={people} onClose={close} />}
      {removing && <RemoveItem item={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

/** Things that most clubs hand over. */
const USUAL = ['Account at the bank', 'Keys', 'Mailbox', 'Domain', 'Owner of the chat', 'Social accounts'];

function Proposals({ items }: Pick<ItemsProps, 'items'>) {
  const sender = useSend((answer) => {
    if (!answer.ok) sayFailure(answer.error);
  }, ITEMS);
  const left = USUAL.filter((title) => items.every((item) => item.title !== title));
  const { list, onFocus } = useKeptFocus<HTMLUListElement>(left, 'li');
  if (left.length === 0) return null;
  const add = (title: string) => sender.send({ verb: 'add', once: newIdempotencyKey(), input: { title, owner: '' } });
  return (
    <ul ref={list} className={styles.actions} role="list" aria-label="What most clubs have" onFocus={onFocus}>
      {left.map((title) => (
        <li key={title}>
          <Button quiet aria-disabled={sender.busy || undefined} onClick={() => add(title)}>
            + {title}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface ItemProps {
  item: ShownItem;
  onEdit: () => void;
  onRemove: () => void;
}

function Item({ item, onEdit, onRemove }: ItemProps) {
  const { key, title, endText, isDone } = item;
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
        <Owners owners={item.owners} className={styles.owner}>
          {endText && `${endText} `}
        </Owners>
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
