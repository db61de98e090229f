import type { ReactNode } from 'react';
import { TRASH_DAYS } from '../../domain/trash-days.ts';
import { ConfirmDialog, REMOVAL_LABELS, type ConfirmDialogProps } from './confirm-dialog.tsx';
import * as styles from '../dialog.module.css';
import { sayDone } from './toasts.tsx';

const MOST_NAMED = 5;

interface ConfirmRemovalProps extends Pick<ConfirmDialogProps, 'title' | 'payload' | 'action' | 'onClose' | 'waiting'> {
  question: string;
  names: readonly string[];
  /** Called after the removal, while the dialog is still open. */
  onRemoved?: () => void;
  children?: ReactNode;
}

export function ConfirmRemoval({ question, names, onRemoved, children, ...rest }: ConfirmRemovalProps) {
  const onDone = () => {
    sayDone(names, 'removed');
    onRemoved?.();
  };
  return (
    <ConfirmDialog {...REMOVAL_LABELS} onDone={onDone} {...rest}>
      <p>{question}</p>
      <NameList names={names} />
      {children}
      <p>This action is irreversible after {TRASH_DAYS} days: until then an Admin can bring it back from the trash.</p>
    </ConfirmDialog>
  );
}

function NameList({ names }: Pick<ConfirmRemovalProps, 'names'>) {
  const more = names.length - MOST_NAMED;
  return (
    <ul className={styles.named}>
      {names.slice(0, MOST_NAMED).map((name, place) => (
        <li key={place}>{name}</li>
      ))}
      {more > 0 && <li className={styles.more}>and {more.toLocaleString('en')} more</li>}
    </ul>
  );
}

/** 'Are you sure you want to remove 1 exec from the database?' (product.md 4, Removing), in the singular or plural. */
export function removalQuestion(count: number, noun: string): string {
  return `Are you sure you want to remove ${count} ${noun}${count === 1 ? '' : 's'} from the database?`;
}
