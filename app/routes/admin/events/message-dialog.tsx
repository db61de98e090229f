import { useEffect, useState } from 'react';
import type { SignUpCounts } from '../../../domain/sign-ups/list-sign-ups.ts';
import { AUDIENCES, messageInput, statesOf, type MessageAudience } from '../../../domain/sign-ups/message-input.ts';
import { isOfKind } from '../../../problem.ts';
import { BoundTextArea, BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { ProblemPanel } from '../../../ui/admin/notices.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { useProblem, useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { useIdempotencyKey } from '../../../ui/form/idempotency-key.ts';
import * as panel from '../../../ui/panel.module.css';
import type { action as sendMessage } from './resources/messages.ts';
import type { action as sendTest } from './resources/test-message.ts';

interface MessageDialogProps {
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

export function MessageDialog({ counts, onClose }: MessageDialogProps) {
  const once = useIdempotencyKey('message');
  const form = useRecordForm<Values, never, typeof sendMessage>({
    labels: LABELS,
    initial: EMPTY,
    schema: messageInput,
    payload: (input) => ({ once: once.current?.value, input }),
    action: 'messages',
    onSaved: ({ recipients }) => {
      once.current?.done();
      say(`Your message goes to ${recipients.toLocaleString('en')} ${recipients === 1 ? 'person' : 'people'}.`);
      onClose();
    },
  });
  const { problem } = form;
  useEffect(() => {
    if (problem && isOfKind(problem, 'sent-before')) once.current?.renew();
  }, [problem, once]);
  const [testProblem, setTestProblem] = useProblem();
  const [tested, setTested] = useState<string>();
  const test = useSend<typeof sendTest>(
    (answer) => {
      if (answer.ok) setTested(`A test goes to ${answer.recipient}.`);
      else setTestProblem(answer);
    },
    { action: 'messages/test' },
  );
  const tryIt = (typed: HTMLFormElement | null) => {
    setTestProblem(undefined);
    setTested(undefined);
    // What is wrong is shown as sending itself shows it.
    if (!messageInput.safeParse(form.values).success) return typed?.requestSubmit();
    const { subject, message } = form.values;
    return test.send({ subject, message });
  };
  return (
    <RecordDialog
      title="Message to those who signed up"
      submitLabel={`Send to ${recipientsOf(form.values.to, counts).toLocaleString('en')}`}
      sends
      long
      notices={
        <>
          <div role="status" className={tested && panel.good}>
            {tested && <p>{tested}</p>}
          </div>
          {testProblem && <ProblemPanel problem={testProblem} />}
        </>
      }
      actions={
        <Button quiet aria-disabled={test.busy || undefined} onClick={({ currentTarget }) => tryIt(currentTarget.form)}>
          {test.busy ? 'Sending…' : 'Send me a test'}
        </Button>
      }
      form={form}
      onClose={onClose}
    >
      <SelectField field={form.bind('to')} options={AUDIENCES} />
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

/** Who gave no address cannot be written to. */
function recipientsOf(to: string, { reachable }: SignUpCounts): number {
  const audience: MessageAudience = AUDIENCES.find((one) => one === to) ?? 'Going';
  return statesOf(audience).reduce((sum, state) => sum + reachable[state], 0);
}
