import { PAYMENT_WAYS, PAYMENT_WAY_KEYS, type PaymentWay } from '../../../../domain/members/payment.ts';
import { eventPaymentInput } from '../../../../domain/sign-ups/payments/input.ts';
import type { PaymentStep, PaymentState } from '../../../../domain/sign-ups/payments/bill.ts';
import { useCommands, type RowCommand } from '../../../../ui/admin/commands.tsx';
import { BoundTextField, SelectField } from '../../../../ui/admin/fields.tsx';
import { RecordDialog } from '../../../../ui/admin/record-dialog.tsx';
import { say } from '../../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../../ui/admin/use-record-form.ts';

export interface Payer {
  key: string;
  name: string;
  /** The amount owed and the reference; left out if the table shows them. */
  amountAndReference?: string;
}

export function payerOf(
  key: string,
  name: string,
  { amount, reference }: { amount: string; reference: string },
): Payer {
  return { key, name, amountAndReference: `${amount}, ${reference}` };
}

interface MarkAsPaidProps {
  payers: Payer[];
  /** The address of the event's payments. */
  address: string;
  /** The club's day, 'YYYY-MM-DD'. */
  today: string;
  /** What ‘How’ is at first. */
  how?: PaymentWay;
  onMarked?: () => void;
  onClose: () => void;
}

const LABELS = { on: 'Paid on', how: 'How', note: 'Note' };

export function paymentsAddress(eventKey: string): string {
  return `/admin/events/${encodeURIComponent(eventKey)}/payments`;
}

const SETTLED: Partial<Record<PaymentState, PaymentStep>> = { Refunded: 'refunded', Kept: 'kept' };

const UNDONE: Record<PaymentStep, string> = {
  payment: 'The payment was undone.',
  refunded: 'The payment is to be refunded again.',
  kept: 'The payment is to be refunded again.',
};

/** Undoes the payments of these people, or the closing of their refunds, if they are still in that state. */
export function undoCommand(address: string, payers: Pick<Payer, 'key'>[], state: PaymentState = 'Paid'): RowCommand {
  const of = SETTLED[state] ?? 'payment';
  const done = payers.length === 1 ? UNDONE[of] : `${payers.length.toLocaleString('en')} were undone.`;
  return { action: `${address}/marks`, method: 'delete', payload: { keys: payers.map(({ key }) => key), of }, done };
}

/** Marks all of these people as paid, or nobody. If another officer has marked one of them meanwhile, this one is told. */
export function MarkAsPaid({ payers, address, today, how = 'cash', onMarked, onClose }: MarkAsPaidProps) {
  const run = useCommands();
  const [one] = payers;
  const alone = payers.length === 1 ? one : undefined;
  const who = alone ? `‘${alone.name}’` : `${payers.length.toLocaleString('en')} people`;
  const form = useRecordForm({
    labels: LABELS,
    initial: { on: today, how, note: '' },
    schema: eventPaymentInput,
    payload: (input) => ({ keys: payers.map(({ key }) => key), input }),
    action: `${address}/marks`,
    onSaved: () => {
      say(`${who} marked as paid`, { undo: () => run(undoCommand(address, payers)) });
      onMarked?.();
      onClose();
    },
  });
  return (
    <RecordDialog title="Mark as paid" submitLabel="Save" form={form} onClose={onClose}>
      <p>
        <bdi>{who}</bdi>
        {alone?.amountAndReference && `: ${alone.amountAndReference}`}
      </p>
      <BoundTextField field={form.bind('on')} type="date" required />
      <SelectField field={form.bind('how')} options={PAYMENT_WAY_KEYS} nameOf={(way) => PAYMENT_WAYS[way]} />
      <BoundTextField field={form.bind('note')} />
    </RecordDialog>
  );
}
