import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, SaveBar } from '../dialog.tsx';
import { Notices } from './notices.tsx';
import { useProblem, useSend, type Target } from '../use-send.ts';

/** Labels for dialogs that remove something. */
export const REMOVAL_LABELS = {
  submitLabel: 'Remove',
  busyLabel: 'Removing…',
  offline: 'Nothing can be removed before you are back online.',
} as const;

export interface ConfirmDialogProps extends Target {
  title: string;
  submitLabel: string;
  busyLabel: string;
  /** What is said while there is no network. */
  offline?: string;
  closeLabel?: string;
  payload?: object;
  /** Called while the dialog is still open. */
  onDone: () => void;
  /** True while the text of the dialog is still loading: until then, nothing can be confirmed. */
  waiting?: boolean;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    submitLabel,
    busyLabel,
    offline = 'Nothing can be changed before you are back online.',
    closeLabel = 'Cancel',
    payload,
    waiting: isWaiting = false,
    onDone,
    onClose,
    children,
  } = props;
  const [problem, setProblem] = useProblem();
  const sender = useSend((answer) => {
    if (!answer.ok) return setProblem(answer);
    onDone();
    onClose();
  }, props);
  const confirm = () => {
    if (isWaiting) return;
    setProblem(undefined);
    sender.send(payload);
  };
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>{children}</DialogBody>
      <SaveBar>
        <Notices problem={problem} offline={offline} />
        <Button quiet onClick={onClose} data-autofocus>
          {closeLabel}
        </Button>
        <Button onClick={confirm} aria-disabled={sender.busy || isWaiting || undefined}>
          {sender.busy ? busyLabel : submitLabel}
        </Button>
      </SaveBar>
    </Dialog>
  );
}
