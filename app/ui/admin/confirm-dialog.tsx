import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogBody, SaveBar } from './dialog.tsx';
import { Notices } from './notices.tsx';
import { say } from './toasts.tsx';
import { useProblem, useSend, type Target } from './use-send.ts';

interface ConfirmDialogProps extends Target {
  title: string;
  submitLabel: string;
  busyLabel: string;
  closeLabel?: string;
  payload?: object;
  /** What is said once it is done. */
  done: string;
  onClose: () => void;
  children: ReactNode;
}

/** Says what will happen before it does. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, submitLabel, busyLabel, closeLabel = 'Cancel', payload, done, onClose, children } = props;
  const [problem, setProblem] = useProblem();
  const sender = useSend((answer) => {
    if (!answer.ok) return setProblem(answer);
    say(done);
    onClose();
  }, props);
  const confirm = () => {
    setProblem(undefined);
    sender.send(payload);
  };
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>{children}</DialogBody>
      <SaveBar>
        <Notices problem={problem} offline="Nothing can be changed before you are back online." />
        <Button quiet onClick={onClose} data-autofocus>
          {closeLabel}
        </Button>
        <Button onClick={confirm} aria-disabled={sender.busy || undefined}>
          {sender.busy ? busyLabel : submitLabel}
        </Button>
      </SaveBar>
    </Dialog>
  );
}
