import { useId } from 'react';
import type { ListedMember } from '../../../domain/members/list.ts';
import { members, type Member } from '../../../domain/members/member.ts';
import { PAYMENT_WAYS, type Payment } from '../../../domain/members/payment.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { useKeyedForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './members.module.css';
import { useUndoPayment } from './undo-payment.ts';

const NEW = { name: '', email: '', studentId: '', note: '' };
const LABELS = { name: 'Name', email: 'Email', studentId: 'Student ID', note: 'Note' };

interface MemberDialogProps {
  member?: ListedMember;
  /** As it is meanwhile. */
  now?: ListedMember | undefined;
  clock: ClubClock;
  onClose: () => void;
}

export function MemberDialog({ member, now, clock, onClose }: MemberDialogProps) {
  const form = useKeyedForm<typeof NEW, Member>({
    record: member,
    fresh: NEW,
    valuesOf: ({ name, email, studentId, note }) => ({ name, email, studentId, note }),
    nameOf: ({ name }) => name,
    schema: members.schema,
    onClose,
  });
  return (
    <RecordDialog
      title={member ? 'Edit member' : 'Add a member'}
      submitLabel={member ? 'Save' : 'Add'}
      {...{ form, labels: LABELS, onClose }}
    >
      <BoundTextField field={form.bind('name')} label={LABELS.name} required autoComplete="off" />
      <BoundTextField field={form.bind('email')} label={LABELS.email} type="email" required autoComplete="off" />
      <BoundTextField field={form.bind('studentId')} label={LABELS.studentId} autoComplete="off" />
      <BoundTextArea field={form.bind('note')} label={LABELS.note} rows={2} />
      {now && <Payments member={now} clock={clock} />}
    </RecordDialog>
  );
}

function Payments({ member: { key, version, payments }, clock }: { member: ListedMember; clock: ClubClock }) {
  const undo = useUndoPayment();
  const id = useId();
  if (payments.length === 0) return <p>No payments yet.</p>;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        Payments
      </h3>
      <ul role="list" className={styles.payments}>
        {payments.map((payment, at) => (
          <li key={`${payment.until} ${payment.on}`} className={styles.payment}>
            <span id={`${id}-${at}`}>{paymentText(payment, clock)}</span>
            <Button quiet aria-describedby={`${id}-${at}`} onClick={() => undo({ key, version, at })}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function paymentText({ on, until, how, note }: Payment, clock: ClubClock): string {
  const facts = `${formatClubDay(on, clock)}, ${PAYMENT_WAYS[how]}, until ${formatClubDay(until, clock)}`;
  return note ? `${facts}: ${note}` : facts;
}
