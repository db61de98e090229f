import type { Command } from '../../../ui/admin/commands.tsx';
import { PAYMENTS_ADDRESS } from './members-address.ts';

export interface NotedPayment {
  key: string;
  version: number;
  /** Its place in the list. */
  at: number;
}

/** Takes one payment back. */
export function undoing(payment: NotedPayment): Command {
  return { action: PAYMENTS_ADDRESS, method: 'delete', payload: payment, done: 'The payment was undone.' };
}
