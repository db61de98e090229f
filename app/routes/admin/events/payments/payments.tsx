import { useState } from 'react';
import { Link } from 'react-router';
import { needs } from '../../../../auth/middleware.server.ts';
import type { PaymentWay } from '../../../../domain/members/payment.ts';
import { viewPayments, type ListedPayment } from '../../../../domain/sign-ups/payments/list-payments.ts';
import { toLoader, type ActionInput } from '../../../../http/actions.ts';
import { clubDay } from '../../../../time/club-day.ts';
import { useCommands } from '../../../../ui/admin/commands.tsx';
import { DataTable } from '../../../../ui/admin/data-table.tsx';
import { MenuButton } from '../../../../ui/admin/menu-button.tsx';
import { AdminScreen, screenHead } from '../../../../ui/admin/screen.tsx';
import { TableToolbar } from '../../../../ui/admin/table-toolbar.tsx';
import { useSelection } from '../../../../ui/admin/use-selection.ts';
import { Button } from '../../../../ui/button.tsx';
import type { LiveHandle } from '../../../../ui/live/use-live.ts';
import * as members from '../../members/members.module.css';
import type { Route } from './+types/payments';
import { FindPayment, isFoundBySearch, nothingFound } from './find-payment.tsx';
import { MarkAsPaid, payerOf, paymentsAddress, undoCommand, type Payer } from './mark-as-paid.tsx';
import { MatchPayments } from './match-payments.tsx';
import { filterNamed, isShown, PaymentFilter, readPaymentFilter } from './payment-filter.tsx';
import * as styles from './payments.module.css';
import { refundItems } from './refund-items.ts';

export const handle = { topics: ['event', 'draft', 'form', 'entry'] } satisfies LiveHandle;

export const meta = screenHead({ title: 'Payments', description: 'Who has paid.', path: '/admin/events' });

export const middleware = [needs('handle payments')];

export const loader = toLoader(
  async ({ site: { db, mailing, clock }, actor, params: { id }, request }: ActionInput<Route.LoaderArgs>) => ({
    id,
    show: readPaymentFilter(request.url),
    today: clubDay(clock.timeZone),
    ...(await viewPayments(db, actor, id, mailing)),
  }),
);

function nameOf({ name, reference }: ListedPayment): string {
  return name || reference;
}

function toPayer(row: ListedPayment): Payer {
  return payerOf(row.key, nameOf(row), row);
}

interface Marking {
  payers: Payer[];
  how: PaymentWay;
}

/** Somebody else may have marked some of them meanwhile; if they marked all, the save says so. */
function withoutMarked(payers: Payer[], payments: ListedPayment[]): Payer[] {
  const left = payers.filter(({ key }) => payments.some((one) => one.key === key && one.canBeMarked));
  return left.length > 0 ? left : payers;
}

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { id, show, today, title, summary, payments, seesAddresses } = loaderData;
  const address = paymentsAddress(id);
  const [typed, setTyped] = useState('');
  /** Which dialog is open: matching a statement, or marking these people as paid. */
  const [dialog, setDialog] = useState<'match' | Marking>();
  const close = () => setDialog(undefined);
  const filter = filterNamed(show);
  // Whoever looks for somebody wants to know whether they have paid.
  const rows = payments.filter(
    (one) =>
      (typed !== '' || isShown(filter, one)) && isFoundBySearch(`${one.name} ${one.email} ${one.reference}`, typed),
  );
  const selection = useSelection(rows, nameOf);
  const chosen = rows.filter((one) => selection.has(one.key) && one.canBeMarked);
  const mark = (row: ListedPayment) => setDialog({ payers: [toPayer(row)], how: 'cash' });
  const [first] = rows;
  return (
    <AdminScreen title="Payments">
      <p>
        <Link to={address.replace(/\/payments$/, '')}>{title}</Link>
      </p>
      <p className={styles.figures}>{summary}</p>
      <PaymentsToolbar
        address={address}
        selected={selection.keys.length}
        chosen={chosen}
        onMark={() => setDialog({ payers: chosen.map(toPayer), how: 'cash' })}
        onMatch={() => setDialog('match')}
      />
      <FindPayment
        typed={typed}
        seesAddresses={seesAddresses}
        found={rows.length}
        onType={setTyped}
        onEnter={() => rows.length === 1 && first?.canBeMarked && mark(first)}
      />
      {payments.length > 0 && <PaymentFilter payments={payments} current={filter} />}
      <div className={members.listing}>
        <DataTable
          caption="Payments"
          captionHidden
          rows={rows}
          columns={columnsWith(address, mark)}
          nameOf={nameOf}
          selection={selection}
          empty={typed ? nothingFound(typed) : filter.empty}
        />
      </div>
      {dialog === 'match' && (
        <MatchPayments address={address} onMark={(payers) => setDialog({ payers, how: 'transfer' })} onClose={close} />
      )}
      {typeof dialog === 'object' && (
        <MarkAsPaid
          {...dialog}
          payers={withoutMarked(dialog.payers, payments)}
          address={address}
          today={today}
          onMarked={selection.clear}
          onClose={close}
        />
      )}
    </AdminScreen>
  );
}

interface PaymentsToolbarProps {
  address: string;
  selected: number;
  /** Selected people who can be marked as paid. */
  chosen: ListedPayment[];
  onMark: () => void;
  onMatch: () => void;
}

function PaymentsToolbar({ address, selected, chosen, onMark, onMatch }: PaymentsToolbarProps) {
  return (
    <TableToolbar
      selected={selected}
      forTicked={
        chosen.length > 0 && <Button onClick={onMark}>{`Mark ${chosen.length.toLocaleString('en')} as paid`}</Button>
      }
    >
      <Button quiet onClick={onMatch}>
        Match payments
      </Button>
      <a className={members.download} href={`${address}/payments.csv`}>
        Download CSV
      </a>
    </TableToolbar>
  );
}

function columnsWith(address: string, mark: (row: ListedPayment) => void) {
  return [
    { header: 'Name', cell: (row: ListedPayment) => <bdi>{row.name || '–'}</bdi> },
    {
      header: 'Reference',
      cell: ({ reference }: ListedPayment) => <span className={styles.reference}>{reference}</span>,
    },
    {
      header: 'Amount',
      end: true,
      cell: ({ amount }: ListedPayment) => <span className={styles.amount}>{amount}</span>,
    },
    {
      header: 'Payment',
      cell: ({ payment }: ListedPayment) => (
        <span className={styles.payment} data-payment={payment}>
          {payment}
        </span>
      ),
    },
    {
      header: 'Paid on',
      headClass: styles.day,
      cell: ({ paidOn, how }: ListedPayment) => (
        <span className={styles.day}>{[paidOn, how].filter(Boolean).join(', ')}</span>
      ),
    },
    {
      header: 'Actions',
      end: true,
      cell: (row: ListedPayment) => <RowActions row={row} address={address} mark={mark} />,
    },
  ];
}

interface RowActionsProps {
  row: ListedPayment;
  address: string;
  mark: (row: ListedPayment) => void;
}

function RowActions({ row, address, mark }: RowActionsProps) {
  const run = useCommands();
  const items = [
    ...(row.canBeMarked ? [{ label: 'Mark as paid', choose: () => mark(row) }] : []),
    ...(row.canBeUndone ? refundItems(row, { run, address }) : []),
    ...(row.canBeUndone
      ? [{ label: 'Undo payment', choose: () => run(undoCommand(address, [row], row.payment)) }]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <span className={members.actions}>
      {row.canBeMarked && row.payment !== '–' && (
        <button type="button" className={members.mark} onClick={() => mark(row)}>
          Mark <span className="visually-hidden">{nameOf(row)} </span>as paid
        </button>
      )}
      <MenuButton label={`Actions for ${nameOf(row)}`} items={items} />
    </span>
  );
}
