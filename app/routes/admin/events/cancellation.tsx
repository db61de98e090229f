import { useState } from 'react';
import { cancelInput } from '../../../domain/event-changes/cancel-input.ts';
import { unpaidPlacesSentence } from '../../../domain/sign-ups/payments/unpaid-places-sentences.ts';
import { ConfirmDialog } from '../../../ui/admin/confirm-dialog.tsx';
import { BoundTextArea } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';

interface CancellationProps {
  isCancelled: boolean;
  version: number;
  /** How many people get a mail; null if this person may not know. */
  recipients: number | null;
  /** How many have not paid in time, if unpaid places are given up. */
  late: number;
}

export function Cancellation({ isCancelled, ...props }: CancellationProps) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState(isCancelled);
  // Somebody else has done it meanwhile, so the open question no longer makes sense.
  if (asked !== isCancelled) {
    setAsked(isCancelled);
    setOpen(false);
  }
  const close = () => setOpen(false);
  return (
    <>
      <Button quiet onClick={() => setOpen(true)}>
        {isCancelled ? 'Take place after all' : 'Cancel event'}
      </Button>
      {isOpen && !isCancelled && <CancelEvent {...props} onClose={close} />}
      {isOpen && isCancelled && <ResumeEvent {...props} onClose={close} />}
    </>
  );
}

type DialogProps = Omit<CancellationProps, 'isCancelled'> & { onClose: () => void };

const LABELS = { reason: 'What people should know' };

function CancelEvent({ version, recipients, onClose }: DialogProps) {
  const form = useRecordForm<{ reason: string }, never>({
    labels: LABELS,
    initial: { reason: '' },
    schema: cancelInput,
    payload: (input) => ({ version, input }),
    action: 'cancellation',
    onSaved: () => {
      say('The event is cancelled.');
      onClose();
    },
  });
  return (
    <RecordDialog
      title="Cancel event"
      submitLabel="Cancel event"
      closeLabel="Keep the event"
      form={form}
      onClose={onClose}
    >
      <p>The event stays on the site and in calendars, marked as cancelled, and sign-up closes. You can undo this.</p>
      <p>
        <strong>{recipientsText(recipients)}</strong>
      </p>
      <BoundTextArea
        field={form.bind('reason')}
        hint={`Optional, in plain text. Shown on the event’s page${recipients === 0 ? '' : ' and in the mail to those who signed up'}.`}
        rows={5}
      />
    </RecordDialog>
  );
}

function ResumeEvent({ version, recipients, late, onClose }: DialogProps) {
  return (
    <ConfirmDialog
      title="Take place after all"
      submitLabel="Take place after all"
      busyLabel="Saving…"
      closeLabel="Leave it cancelled"
      payload={{ version }}
      action="cancellation"
      method="delete"
      onDone={() => say('The event takes place after all.')}
      onClose={onClose}
    >
      <p>The event is shown as before, and people can sign up while its sign-up is open.</p>
      {late > 0 && <p>{unpaidPlacesSentence(late)}</p>}
      <p>
        <strong>{recipientsText(recipients)}</strong>
      </p>
    </ConfirmDialog>
  );
}

function recipientsText(recipients: number | null): string {
  if (recipients === null) return 'Everyone who signed up gets an email.';
  if (recipients === 0) return 'No email is sent.';
  if (recipients === 1) return '1 person who signed up gets an email.';
  return `${recipients.toLocaleString('en')} people who signed up get an email.`;
}
