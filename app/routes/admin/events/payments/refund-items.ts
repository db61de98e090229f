import type { PaymentState } from '../../../../domain/sign-ups/payments/account.ts';
import type { Command } from '../../../../ui/admin/commands.tsx';
import type { MenuItem } from '../../../../ui/admin/menu-button.tsx';

interface Refunding {
  run: (command: Command) => void;
  /** The event's payments. */
  address: string;
}

/** What can be done with a payment that is to be refunded. */
export function refundItems(
  { key, name, payment }: { key: string; name: string; payment: PaymentState },
  { run, address }: Refunding,
): MenuItem[] {
  if (payment !== 'To refund') return [];
  const settle = (as: 'refunded' | 'kept', done: string) =>
    run({ action: `${address}/refunds`, payload: { keys: [key], as }, done });
  return [
    { label: 'Mark as refunded', choose: () => settle('refunded', `‘${name}’ has their money back.`) },
    { label: 'Keep the payment', choose: () => settle('kept', `The payment of ‘${name}’ stays with the club.`) },
  ];
}
