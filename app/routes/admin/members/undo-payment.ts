import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/admin/use-send.ts';
import { PAYMENTS_ADDRESS } from './members-address.ts';

export interface NotedPayment {
  key: string;
  version: number;
  /** Its place in the list. */
  at: number;
}

/** Takes one payment back. Keep what calls it mounted until it is answered. */
export function useUndoPayment(): (payment: NotedPayment) => void {
  const sender = useSend(
    (answer) => {
      if (answer.ok) say('The payment was undone.');
      else sayFailure(answer.error);
    },
    { action: PAYMENTS_ADDRESS, method: 'delete' },
  );
  return (payment) => sender.send(payment);
}
