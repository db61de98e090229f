import type { ReactNode } from 'react';
import { TRASH_DAYS } from '../../domain/day-count.ts';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, SaveBar } from './dialog.tsx';
import styles from './dialog.module.css';
import { Notices } from './notices.tsx';
import { sayDone } from './toasts.tsx';
import { useProblem, useSend } from './use-send.ts';

const MOST_NAMED = 5;

interface ConfirmRemovalProps {
  title: string;
  question: string;
  names: readonly string[];
  payload: object;
  action?: string;
  onClose: () => void;
  /** After the removal; the dialog is still open then. */
  onRemoved: () => void;
  /** What there is to know is still being found out: nothing is removed before. */
  waiting?: boolean;
  children?: ReactNode;
}

export function ConfirmRemoval({
  title,
  question,
  names,
  payload,
  action,
  onClose,
  onRemoved,
  waiting: isWaiting = false,
  children,
}: ConfirmRemovalProps) {
  const [problem, setProblem] = useProblem();
  const sender = useSend(
    (answer) => {
      if (!answer.ok) return setProblem(answer);
      sayDone(names, 'removed');
      onRemoved();
      onClose();
    },
    { action },
  );
  const remove = () => {
    if (isWaiting) return;
    setProblem(undefined);
    sender.send(payload);
  };
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>
        <p>{question}</p>
        <Named names={names} />
        {children}
        <p>
          This action is irreversible after {TRASH_DAYS} days: until then an Admin can bring it back from the trash.
        </p>
      </DialogBody>
      <SaveBar>
        <Notices problem={problem} offline="Nothing can be removed before you are back online." />
        <Button quiet onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={remove} aria-disabled={sender.busy || isWaiting || undefined}>
          {sender.busy ? 'Removing…' : 'Remove'}
        </Button>
      </SaveBar>
    </Dialog>
  );
}

function Named({ names }: Pick<ConfirmRemovalProps, 'names'>) {
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
export function removalQuestion(count: number, one: string, many = `${one}s`): string {
  return `Are you sure you want to remove ${count} ${count === 1 ? one : many} from the database?`;
}
