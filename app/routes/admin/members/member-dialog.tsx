import { useId } from 'react';
import type { ListedMember } from '../../../domain/members/list.ts';
import { members } from '../../../domain/members/member.ts';
import { PAYMENT_WAYS, type Payment } from '../../../domain/members/payment.ts';
import { formOf } from '../../../domain/records/dialog.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { useKeptFocus } from '../../../ui/admin/use-kept-focus.ts';
import { useKeyedForm } from '../../../ui/admin/use-keyed-form.ts';
import { Button } from '../../../ui/button.tsx';
import * as rows from '../../../ui/admin/rows.module.css';
import * as styles from './members.module.css';
import { undoCommand } from './undo-payment.ts';

interface MemberDialogProps {
  member?: ListedMember;
  /** The member as others have saved it since. */
  now?: ListedMember | undefined;
  clock: ClubClock;
  onClose: () => void;
}

export function MemberDialog({ member, now, clock, onClose }: MemberDialogProps) {
  const form = useKeyedForm({ ...formOf(members), record: member, nameOf: ({ name }) => name, onClose });
  return (
    <RecordDialog
      title={member ? 'Edit member' : 'Add a member'}
      submitLabel={member ? 'Save' : 'Add'}
      form={form}
      onClose={onClose}
    >
      <BoundTextField field={form.bind('name')} required />
      <BoundTextField field={form.bind('email')} type="email" required />
      <BoundTextField field={form.bind('studentId')} />
      <BoundTextArea field={form.bind('note')} rows={2} />
      {now && <Payments member={now} clock={clock} />}
    </RecordDialog>
  );
}

function Payments({ member: { key, version, payments }, clock }: { member: ListedMember; clock: ClubClock }) {
  const run = useCommands();
  const id = useId();
  const { list, onFocus } = useKeptFocus<HTMLUListElement>(payments, 'li');
  if (payments.length === 0) return <p>No payments yet.</p>;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        Payments
      </h3>
      <ul ref={list} role="list" onFocus={onFocus}>
        {payments.map((payment, at) => (
          <li key={`${payment.until} ${payment.on}`} className={rows.row}>
            <div id={`${id}-${at}`}>{paymentText(payment, clock)}</div>
            <Button quiet aria-describedby={`${id}-${at}`} onClick={() => run(undoCommand([{ key, version, at }]))}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function paymentText({ on, until, how, note }: Payment, clock: ClubClock): string {
  // An imported payment may lack either day.
  const shown = (day: string) => (day ? formatClubDay(day, clock) : '–');
  const facts = `${shown(on)}, ${PAYMENT_WAYS[how]}, until ${shown(until)}`;
  return note ? `${facts}: ${note}` : facts;
}
