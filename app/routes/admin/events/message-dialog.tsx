import { useState } from 'react';
import { useLocation } from 'react-router';
import type { SignUpCounts } from '../../../domain/sign-ups/list-sign-ups.ts';
import { RECIPIENTS, messageInput, statesOf, type MessageRecipients } from '../../../domain/sign-ups/message-input.ts';
import { BoundTextArea, BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { NoMailServer } from '../../../ui/admin/no-mail-server.tsx';
import { ProblemPanel } from '../../../ui/admin/notices.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useProblem, useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import * as panel from '../../../ui/panel.module.css';
import type { action as sendMessage } from './actions/messages.ts';
import type { action as sendTest } from './actions/test-message.ts';

interface MessageDialogProps {
  isMailSetUp: boolean;
  counts: SignUpCounts;
  onClose: () => void;
}

interface Values {
  to: string;
  subject: string;
  message: string;
}

const LABELS = { to: 'To', subject: 'Subject', message: 'Message' };
const EMPTY: Values = { to: 'Going', subject: '', message: '' };

export function MessageDialog({ counts, isMailSetUp, onClose }: MessageDialogProps) {
  const { pathname } = useLocation();
  const form = useRecordForm<Values, never, typeof sendMessage>({
    labels: LABELS,
    initial: EMPTY,
    schema: messageInput,
    payload: (input, _version, once) => ({ once, input }),
    rememberedAs: `message ${pathname}`,
    action: 'messages',
    onSaved: ({ recipients }) => {
      say(`Your message goes to ${recipients.toLocaleString('en')} ${recipients === 1 ? 'person' : 'people'}.`);
      onClose();
    },
  });
  const test = useTest(form.values);
  return (
    <RecordDialog
      title="Message to those who signed up"
      submitLabel={`Send to ${recipientsOf(form.values.to, counts).toLocaleString('en')}`}
      sends
      long
      notices={
        <>
          <div role="status" className={test.said && panel.good}>
            {test.said && <p>{test.said}</p>}
          </div>
          {test.problem && <ProblemPanel problem={test.problem} />}
        </>
      }
      actions={
        <Button
          quiet
          aria-disabled={test.isBusy || undefined}
          onClick={({ currentTarget }) => test.send(currentTarget.form)}
        >
          {test.isBusy ? 'Sending…' : 'Send me a test'}
        </Button>
      }
      form={form}
      onClose={onClose}
    >
      {!isMailSetUp && <NoMailServer />}
      <SelectField field={form.bind('to')} options={RECIPIENTS} />
      <BoundTextField field={form.bind('subject')} required />
      <BoundTextArea
        field={form.bind('message')}
        hint="Plain text. Time, place and each person’s own sign-up link are added below it."
        required
        rows={10}
      />
    </RecordDialog>
  );
}

/** Sends the message as it is to the officer who writes it. */
function useTest(values: Values) {
  const [problem, setProblem] = useProblem();
  const [said, setSaid] = useState<string>();
  const sender = useSend<typeof sendTest>(
    (answer) => {
      if (answer.ok) setSaid(`A test goes to ${answer.recipient}.`);
      else setProblem(answer);
    },
    { action: 'messages/test' },
  );
  return {
    isBusy: sender.busy,
    said,
    problem,
    send: (typed: HTMLFormElement | null) => {
      setProblem(undefined);
      setSaid(undefined);
      // Shows the same messages as sending does.
      if (!messageInput.safeParse(values).success) return typed?.requestSubmit();
      return sender.send({ subject: values.subject, message: values.message });
    },
  };
}

/** Counts only people with an address. */
function recipientsOf(to: string, { reachable }: SignUpCounts): number {
  const recipients: MessageRecipients = RECIPIENTS.find((one) => one === to) ?? 'Going';
  return statesOf(recipients).reduce((sum, state) => sum + reachable[state], 0);
}
