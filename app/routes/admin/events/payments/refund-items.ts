import type { PaymentState } from '../../../../domain/sign-ups/payments/bill.ts';
import type { RowCommand } from '../../../../ui/admin/commands.tsx';
import type { MenuItem } from '../../../../ui/admin/menu-button.tsx';
import { undoCommand } from './mark-as-paid.tsx';

interface Refunding {
  run: (command: RowCommand) => void;
  /** The address of the event's payments. */
  address: string;
}

/** The menu of a payment that is to be refunded. */
export function refundItems(
  { key, name, payment }: { key: string; name: string; payment: PaymentState },
  { run, address }: Refunding,
): MenuItem[] {
  if (payment !== 'To refund') return [];
  const settle = (as: 'refunded' | 'kept', done: string) => {
    const undo = () => run(undoCommand(address, [{ key }], as === 'kept' ? 'Kept' : 'Refunded'));
    run({ action: `${address}/refunds`, payload: { keys: [key], as }, done, undo });
  };
  return [
    { label: 'Mark as refunded', choose: () => settle('refunded', `‘${name}’ has their money back.`) },
    { label: 'Keep the payment', choose: () => settle('kept', `The payment of ‘${name}’ stays with the club.`) },
  ];
}
