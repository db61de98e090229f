import { Link } from 'react-router';
import type { PaymentState } from '../../../../domain/sign-ups/payments/bill.ts';
import * as styles from './payments.module.css';

interface Filter {
  /** Its name in the address; empty to leave it out there. */
  name: string;
  label: string;
  /** null for all states. */
  states: readonly PaymentState[] | null;
  /** The sentence if there is no such payment. */
  empty: string;
}

const ALL: Filter = {
  name: '',
  label: 'All',
  states: null,
  empty: 'Nobody owes anything yet. Everyone who gets a place appears here.',
};

const FILTERS: readonly Filter[] = [
  ALL,
  { name: 'to-pay', label: 'To pay', states: ['To pay', 'Overdue'], empty: 'Nobody has to pay.' },
  { name: 'paid', label: 'Paid', states: ['Paid'], empty: 'Nobody has paid yet.' },
  { name: 'to-refund', label: 'To refund', states: ['To refund'], empty: 'Nobody is waiting for a refund.' },
];

export function readPaymentFilter(url: string): string {
  const asked = new URL(url).searchParams.get('show');
  return filterNamed(asked).name;
}

export function filterNamed(name: string | null): Filter {
  return FILTERS.find((one) => one.name === name) ?? ALL;
}

interface Listed {
  payment: PaymentState;
}

export function isShown({ states }: Filter, { payment }: Listed): boolean {
  return states === null || states.includes(payment);
}

interface PaymentFilterProps {
  payments: readonly Listed[];
  current: Filter;
}

/** Links, so that they work without JavaScript and after a reload. */
export function PaymentFilter({ payments, current }: PaymentFilterProps) {
  return (
    <nav aria-label="Show" className={styles.filters}>
      {FILTERS.map((filter) => (
        <Link
          key={filter.name}
          to={{ search: filter.name && `?show=${filter.name}` }}
          replace
          preventScrollReset
          className={styles.filter}
          aria-current={filter.name === current.name ? 'true' : undefined}
        >
          {`${filter.label} ${payments.filter((one) => isShown(filter, one)).length.toLocaleString('en')}`}
        </Link>
      ))}
    </nav>
  );
}
