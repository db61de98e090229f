import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';

type Row = ResponsesTable['rows'][number];
type Table = Pick<ResponsesTable, 'columns' | 'rows' | 'isOfPersons'>;

export interface RowOrder {
  label: string;
  compare: (one: Row, other: Row) => number;
}

const NEWEST_FIRST: RowOrder = { label: 'Newest first', compare: (one, other) => other.receivedAt - one.receivedAt };
const BY_STATUS: RowOrder = {
  label: 'Status',
  compare: (one, other) => rankOf(one) - rankOf(other) || byArrival(one, other),
};

/** People in a draw are ordered by name, because the moment they entered means nothing. */
function byArrival(one: Row, other: Row): number {
  if (one.signUp?.state !== 'entered') return sinceOf(one) - sinceOf(other);
  return one.signUp.name.localeCompare(other.signUp?.name ?? '', 'en');
}

const RANKS = { going: 0, waiting: 1, entered: 2, unconfirmed: 3, cancelled: 4 };

/** First people who are going, then the waitlist, the draw, and who gave it up; last, responses from before the form asked for a person. */
function rankOf({ signUp }: Row): number {
  return signUp ? RANKS[signUp.state] : 5;
}

function sinceOf({ signUp, receivedAt }: Row): number {
  return signUp?.since ?? receivedAt;
}

/** The first order is the default. */
export function ordersOf({ columns, isOfPersons }: Table): RowOrder[] {
  const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  const byColumn = columns.map(({ label }, at) => {
    const textOf = ({ cells }: Row) => cells[at] ?? '';
    // Rows without an answer come after those with one.
    const compare = (one: Row, other: Row) =>
      Number(textOf(one) === '') - Number(textOf(other) === '') || words.compare(textOf(one), textOf(other));
    return { label, compare };
  });
  return isOfPersons ? [BY_STATUS, NEWEST_FIRST, ...byColumn] : [NEWEST_FIRST, ...byColumn];
}
