import type { ListedMember } from '../../../domain/members/list.ts';
import type { NotedPayment } from '../../../domain/members/pay.ts';
import {
  PAYMENT_WAYS,
  paidUntil,
  paymentInput,
  PAYMENT_WAY_KEYS,
  type PaymentWay,
} from '../../../domain/members/payment.ts';
import { paidText } from '../../../domain/members/membership.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { formatClubDay } from '../../../time/club-day.ts';
import { BoundTextField, SelectField } from '../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../ui/admin/record-dialog.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { PAYMENTS_ADDRESS } from './members-address.ts';
import type { action } from './payments.ts';

export type MemberToMark = Pick<ListedMember, 'key' | 'version' | 'name' | 'email' | 'payments' | 'status'>;

interface MarkAsPaidProps {
  members: MemberToMark[];
  /** The club's day, 'YYYY-MM-DD'. */
  today: string;
  until: string;
  clock: ClubClock;
  undo: (noted: NotedPayment[]) => void;
  onMarked: () => void;
  onClose: () => void;
}

const LABELS = { on: 'Paid on', until: 'Until', how: 'How', note: 'Note', status: 'Status' };
const CASH: PaymentWay = 'cash';
const DAY = { type: 'date', required: true } as const;

/** Marks one payment of each member. If somebody at another table has done the same, the dialog shows it. */
export function MarkAsPaid({ members, today, until, clock, undo, onMarked, onClose }: MarkAsPaidProps) {
  const [one] = members;
  const alone = members.length === 1 ? one : undefined;
  const who = alone ? `‘${alone.name || alone.email}’` : `${members.length.toLocaleString('en')} members`;
  const initial = { on: today, until, how: CASH, note: '', status: alone?.status ?? '' };
  const form = useRecordForm<typeof initial, MemberToMark, typeof action>({
    labels: LABELS,
    initial,
    ...(alone && { version: alone.version }),
    schema: paymentInput,
    toInput: ({ status: _status, ...values }) => values,
    payload: (input, version) => ({
      seen: alone
        ? [{ key: alone.key, version: version ?? alone.version }]
        : members.map(({ key, version: seen }) => ({ key, version: seen })),
      input,
    }),
    // The status shows what somebody else has noted meanwhile.
    fromRecord: ({ payments, version }) => ({
      values: { ...initial, status: paidText(paidUntil(payments), today, clock) },
      version,
    }),
    action: PAYMENTS_ADDRESS,
    onSaved: (saved) => {
      const noted = 'noted' in saved ? saved.noted : [];
      say(`${who} marked as paid until ${formatClubDay(form.values.until, clock)}`, { undo: () => undo(noted) });
      onMarked();
      onClose();
    },
  });
  return (
    <RecordDialog title="Mark as paid" submitLabel="Save" form={form} onClose={onClose}>
      <p>
        <bdi>{who}</bdi>
        {alone && `: ${alone.status}`}
      </p>
      <BoundTextField field={form.bind('on')} {...DAY} />
      <BoundTextField field={form.bind('until')} {...DAY} />
      <SelectField field={form.bind('how')} options={PAYMENT_WAY_KEYS} nameOf={(way) => PAYMENT_WAYS[way]} />
      <BoundTextField field={form.bind('note')} />
    </RecordDialog>
  );
}
