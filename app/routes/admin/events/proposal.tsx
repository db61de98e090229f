import { useState } from 'react';
import type { ProposalView } from '../../../domain/event-changes/proposals.ts';
import { sendBackInput } from '../../../domain/event-changes/send-back-input.ts';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { BoundTextArea } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useCan } from '../../../ui/admin/role.ts';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import * as panel from '../../../ui/panel.module.css';

interface ProposalProps {
  proposal: ProposalView;
  version: number;
}

/** Shows what became of a proposal, with buttons for officers who may publish it. */
export function Proposal({ proposal: { by, sentBack }, version }: ProposalProps) {
  const [isOpen, setOpen] = useState(false);
  const run = useCommands();
  const mayDecide = useCan('change events');
  const publish = () =>
    run({ action: 'proposal', payload: { verb: 'publish', version }, done: 'The event is published.', goes: true });
  return (
    <section className={panel.note} aria-label="Proposal">
      <p>{`Proposed by ${by || 'somebody who has left'}`}</p>
      {sentBack && <p dir="auto">{`Sent back: ${sentBack}`}</p>}
      {mayDecide && (
        <p>
          <Button onClick={publish}>Publish</Button>{' '}
          <Button quiet onClick={() => setOpen(true)}>
            Send back
          </Button>
        </p>
      )}
      {isOpen && <SendBack version={version} onClose={() => setOpen(false)} />}
    </section>
  );
}

const LABELS = { missing: 'What is missing' };

function SendBack({ version, onClose }: { version: number; onClose: () => void }) {
  const form = useRecordForm<{ missing: string }, never>({
    labels: LABELS,
    initial: { missing: '' },
    schema: sendBackInput,
    payload: (input) => ({ verb: 'send back', version, input }),
    action: 'proposal',
    onSaved: () => {
      say('The event is sent back.');
      onClose();
    },
  });
  return (
    <RecordDialog title="Send back" submitLabel="Send back" form={form} onClose={onClose}>
      <BoundTextArea field={form.bind('missing')} hint="Mailed to whoever proposed it." rows={5} required />
    </RecordDialog>
  );
}
