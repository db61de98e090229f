import type { Reader } from '../../db/db.server.ts';
import type { SignUpState } from '../../db/tables.ts';
import { headerText } from '../mail/header-text.ts';
import { answerText, type Answers } from '../questions/answer.ts';
import type { PaymentState } from './payments/bill.ts';
import { PERSON } from './person.ts';
import { awaitsDraw, type PersonForm } from './rules.ts';

export interface ListedSignUp {
  state: SignUpState;
  /** 'Going', 'Waitlist 3', 'In the draw', 'Cancelled', 'Came' or 'Not confirmed'. */
  status: string;
  name: string;
  hasEmail: boolean;
  /** Epoch milliseconds. */
  since: number;
  /** Epoch milliseconds; null: has not come yet. */
  checkedIn: number | null;
  /** Left out if the event has no price and never had one. */
  payment?: ShownPayment;
}

export interface ShownPayment {
  state: PaymentState;
  reference: string;
  /** 'CA$12.50' */
  amount: string;
  /** The same for a spreadsheet, '12.50'; empty if nothing. */
  price: string;
  /** 'YYYY-MM-DD'; empty until they have paid. */
  paidDay: string;
  canBeMarked: boolean;
  canBeUndone: boolean;
}

export function listedSignUp(
  { state, email, since, checkedIn }: Pick<ListedSignUp, 'state' | 'since' | 'checkedIn'> & { email: string | null },
  answers: Answers,
  position: number | undefined,
): ListedSignUp {
  return {
    state,
    since,
    checkedIn,
    status: statusOf(state, checkedIn, position),
    hasEmail: email !== null,
    name: signUpName(answers),
  };
}

const MOST_NAME_CHARACTERS = 100;

/** The name on one line, whatever somebody typed; without a name, their address. */
export function signUpName({ [PERSON.name]: name, [PERSON.email]: address }: Answers): string {
  return headerText(answerText(name) || answerText(address), MOST_NAME_CHARACTERS) || 'someone without a name';
}

function statusOf(state: SignUpState, checkedIn: number | null, position: number | undefined): string {
  if (state === 'unconfirmed') return 'Not confirmed';
  if (state === 'cancelled') return 'Cancelled';
  if (state === 'entered') return 'In the draw';
  if (state === 'waiting') return `Waitlist ${(position ?? 1).toLocaleString('en')}`;
  return checkedIn === null ? 'Going' : 'Came';
}

export interface SignUpCounts {
  places: number | null;
  hasWaitlist: boolean;
  going: number;
  waiting: number;
  came: number;
  /** How many are in the draw; null unless one is to come. */
  entered: number | null;
  /** How many of them gave an address. */
  reachable: { going: number; waiting: number; entered: number };
}

export async function countSignUps({ query }: Reader, form: PersonForm): Promise<SignUpCounts> {
  const { formId, places, waitlist: hasWaitlist } = form;
  const rows = await query
    .selectFrom('entries')
    .select((is) => [
      'state',
      is.fn.countAll<number>().as('count'),
      is.fn.count<number>('email').as('reachable'),
      is.fn.count<number>('checked_in').as('came'),
    ])
    .where('form_id', '=', formId)
    .where('state', 'in', ['going', 'waiting', 'entered'])
    .groupBy('state')
    .execute();
  const going = rows.find(({ state }) => state === 'going');
  const waiting = rows.find(({ state }) => state === 'waiting');
  const entered = rows.find(({ state }) => state === 'entered');
  return {
    places,
    hasWaitlist,
    going: Number(going?.count ?? 0),
    waiting: Number(waiting?.count ?? 0),
    came: Number(going?.came ?? 0),
    entered: awaitsDraw(form) ? Number(entered?.count ?? 0) : null,
    reachable: {
      going: Number(going?.reachable ?? 0),
      waiting: Number(waiting?.reachable ?? 0),
      entered: Number(entered?.reachable ?? 0),
    },
  };
}

/** When the newest sign-ups that still count arrived, at most `limit` of them; epoch milliseconds. */
export async function listSignUpTimes({ query }: Reader, formId: string, limit: number): Promise<number[]> {
  const rows = await query
    .selectFrom('entries')
    .select('created_at')
    .where('form_id', '=', formId)
    .where('state', 'in', ['going', 'waiting', 'entered'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at: at }) => at);
}

/** '12 of 30 places taken, 3 on the waitlist, 5 came'; before a draw '80 in the draw for 30 places' */
export function countsText({ places, going, waiting, came, entered }: SignUpCounts): string {
  const [n, w, c] = [going, waiting, came].map((count) => count.toLocaleString('en'));
  if (entered !== null && places !== null)
    return `${entered.toLocaleString('en')} in the draw for ${places === 1 ? '1 place' : `${places.toLocaleString('en')} places`}`;
  const taken = places === null ? `${n} going` : `${n} of ${places.toLocaleString('en')} places taken`;
  return `${taken}, ${w} on the waitlist, ${c} came`;
}
