import type { NotedPayment } from '../../../domain/members/pay.ts';
import type { RowCommand } from '../../../ui/admin/commands.tsx';
import { PAYMENTS_ADDRESS } from './members-address.ts';

export function undoCommand(noted: NotedPayment[]): RowCommand {
  const done =
    noted.length === 1 ? 'The payment was undone.' : `${noted.length.toLocaleString('en')} payments were undone.`;
  return { action: PAYMENTS_ADDRESS, method: 'delete', payload: { noted }, done };
}
