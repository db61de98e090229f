import { Suspense, useId, useMemo, useState } from 'react';
import { Await } from 'react-router';
import { neutralised } from '../../../domain/csv.ts';
import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';
import type { SentMessage } from '../../../domain/sign-ups/messages.ts';
import { addDays, formatDay, formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { Empty } from '../../../ui/empty.tsx';
import { AnswersTable, DownloadBar } from '../../../ui/admin/answers-table.tsx';
import { LoadFailure } from '../../../ui/admin/load-failure.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import * as fields from '../../../ui/form/field.module.css';
import * as styles from './event.module.css';
import { ordersOf, type RowOrder } from './row-order.ts';
import { Button } from '../../../ui/button.tsx';
import { useSelection, type Selection } from '../../../ui/admin/use-selection.ts';
import { FindPayment, isFoundBySearch } from './payments/find-payment.tsx';
import { payerOf, type Payer } from './payments/mark-as-paid.tsx';
import * as paymentStyles from './payments/payments.module.css';
import { SignUpsHead, Status, useSignUpActions, type Messaging, type SignUpsView } from './sign-up-actions.tsx';
import * as optionStyles from './options-taken.module.css';

export interface FormResponses {
  formId: string;
  responses: Promise<ResponsesTable>;
  /** The days for which each response is kept; null for ever. */
  keptDays: number | null;
}

interface ResponsesSectionProps {
  id: string;
  title: string;
  clock: ClubClock;
  /** The club's day, 'YYYY-MM-DD'. */
  today: string;
  responses: FormResponses | null;
  former: FormResponses[];
  /** null if the form asks for no person. */
  signUps: SignUpsView | null;
  messages: SentMessage[];
  messaging: Messaging;
}

export function ResponsesSection(props: ResponsesSectionProps) {
  const { id, title, clock, today, responses, former, signUps, messages, messaging } = props;
  const { menu, mark, dialog } = useSignUpActions(signUps, { id, today });
  return (
    <section className={styles.responses} aria-labelledby="responses-heading">
      <p className={styles.ofEvent}>{title}</p>
      <h2 id="responses-heading" tabIndex={-1}>
        Responses
      </h2>
      {signUps && <SignUpsHead {...signUps} messaging={messaging} />}
      <SentMessages messages={messages} clock={clock} />
      {dialog}
      {responses ? (
        <LoadingResponses label="Responses" id={id} clock={clock} menu={menu} mark={mark} {...responses} />
      ) : (
        <Empty>No form for this event!</Empty>
      )}
      {former.map((one) => (
        <section key={one.formId} className={styles.former} aria-labelledby={`former-${one.formId}`}>
          <h3 id={`former-${one.formId}`}>Responses to an earlier form of this event</h3>
          <LoadingResponses label="Responses to an earlier form" id={id} clock={clock} {...one} />
        </section>
      ))}
    </section>
  );
}

function SentMessages({ messages, clock }: Pick<ResponsesSectionProps, 'messages' | 'clock'>) {
  if (messages.length === 0) return null;
  return (
    <details>
      <summary>{messages.length === 1 ? '1 message was sent' : `${messages.length} messages were sent`}</summary>
      <ul className={styles.sent}>
        {messages.map(({ key, at, who, to }) => (
          <li key={key}>
            {formatMoment(at, clock)}, by {who}: {to}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface LoadingResponsesProps extends FormResponses {
  id: string;
  clock: ClubClock;
  label: string;
  menu?: ReturnType<typeof useSignUpActions>['menu'];
  mark?: ReturnType<typeof useSignUpActions>['mark'];
}

function LoadingResponses({ responses, ...rest }: LoadingResponsesProps) {
  return (
    <Suspense fallback={<Spinner label="Loading the responses" />}>
      <Await resolve={responses} errorElement={<LoadFailure text="The responses cannot be loaded right now." />}>
        {(arrived) => <Table responses={arrived} {...rest} />}
      </Await>
    </Suspense>
  );
}

function Table({
  id,
  formId,
  clock,
  label,
  keptDays,
  responses,
  menu,
  mark,
}: Omit<LoadingResponsesProps, 'responses'> & { responses: ResponsesTable }) {
  const { columns, rows, options, isOfPersons } = responses;
  const orders = useMemo(() => ordersOf(responses), [responses]);
  const [chosen, setChosen] = useState(0);
  const order = orders[chosen] ?? orders[0];
  const [find, setFind] = useState('');
  const hasPayments = rows.some(({ signUp }) => signUp?.payment !== undefined);
  const sorted = useMemo(
    () => rows.filter((row) => matchesRow(row, find)).toSorted(order?.compare),
    [rows, order, find],
  );
  const selection = useSelection(sorted, ({ signUp }) => signUp?.name ?? '');
  const kept = <p>{storedUntil(keptDays, rows.at(-1)?.receivedAt, clock)}</p>;
  if (rows.length === 0) {
    return (
      <>
        <OptionsTaken options={options} />
        <Empty>No responses yet. They appear here as they come in.</Empty>
        {kept}
      </>
    );
  }
  const status = isOfPersons ? { header: 'Status', cell: (row: Row) => <Status row={row} />, menu } : undefined;
  const file = `/admin/events/${encodeURIComponent(id)}/responses.csv?form=${encodeURIComponent(formId)}`;
  return (
    <>
      <OptionsTaken options={options} />
      <DownloadBar href={file}>
        <output>{rows.length === 1 ? '1 response' : `${rows.length.toLocaleString('en')} responses`}</output>
        <SortBy orders={orders} chosen={chosen} onChoose={setChosen} />
      </DownloadBar>
      {hasPayments && mark && (
        <PaymentBar rows={sorted} find={find} onFind={setFind} selection={selection} mark={mark} />
      )}
      <AnswersTable
        label={label}
        columns={columns}
        status={status}
        selection={hasPayments && mark ? selection : undefined}
        rows={sorted}
        formatTime={(time) => formatMoment(time, clock)}
        toCopied={neutralised}
      />
      {kept}
    </>
  );
}

interface PaymentBarProps {
  rows: Row[];
  find: string;
  onFind: (text: string) => void;
  selection: Selection;
  mark: NonNullable<LoadingResponsesProps['mark']>;
}

function PaymentBar({ rows, find, onFind, selection, mark }: PaymentBarProps) {
  const payers = rows.flatMap(({ key, signUp }) =>
    signUp?.payment?.canBeMarked && selection.has(key) ? [payerOf(key, signUp.name, signUp.payment)] : [],
  );
  return (
    <div className={paymentStyles.bar}>
      <FindPayment typed={find} found={rows.length} onType={onFind} onEnter={() => markOnly(rows, mark)} />
      {payers.length > 0 && (
        <Button onClick={() => mark(payers, selection.clear)}>
          {`Mark ${payers.length.toLocaleString('en')} as paid`}
        </Button>
      )}
    </div>
  );
}

/** Enter marks the person, if exactly one was found. */
function markOnly(rows: Row[], mark: (payers: Payer[]) => void): void {
  const [only] = rows;
  if (rows.length !== 1 || !only?.signUp?.payment?.canBeMarked) return;
  mark([payerOf(only.key, only.signUp.name, only.signUp.payment)]);
}

function matchesRow({ cells, signUp }: Row, find: string): boolean {
  if (find.trim() === '') return true;
  return isFoundBySearch([signUp?.name, ...cells, signUp?.payment?.reference].join(' '), find);
}

interface SortByProps {
  orders: RowOrder[];
  chosen: number;
  onChoose: (at: number) => void;
}

function SortBy({ orders, chosen, onChoose }: SortByProps) {
  const id = useId();
  return (
    <span className={styles.sort}>
      <label htmlFor={id}>Sort by</label>
      <select
        id={id}
        className={fields.input}
        value={chosen}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {orders.map(({ label }, at) => (
          <option key={at} value={at}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}

type Row = ResponsesTable['rows'][number];

function storedUntil(days: number | null, oldest: number | undefined, clock: ClubClock): string {
  if (days === null) return 'Responses are kept until the event is removed.';
  const rule = `Each response is kept for ${days === 1 ? '1 day' : `${days.toLocaleString('en')} days`}, then it is erased`;
  if (oldest === undefined) return `${rule}.`;
  return `${rule}: the oldest after ${formatDay(addDays(oldest, days, clock.timeZone), clock)}.`;
}

type LimitedOptions = Pick<ResponsesTable, 'options'>;

/** The most options that a phone has room for above the table of responses. */
const MOST_UNFOLDED = 12;

/** How many people have chosen each limited option. A long list is folded, unless an option is over its limit or was missed. */
function OptionsTaken({ options }: LimitedOptions) {
  const all = options.flatMap(({ places }) => places);
  if (all.length <= MOST_UNFOLDED) return <Counts options={options} />;
  const full = all.filter(({ taken, limit }) => taken >= limit).length;
  return (
    <details open={all.some(({ taken, limit, missedBy }) => taken > limit || missedBy.length > 0)}>
      <summary>{`Places of ${all.length.toLocaleString('en')} options, ${full.toLocaleString('en')} full`}</summary>
      <Counts options={options} />
    </details>
  );
}

function Counts({ options }: LimitedOptions) {
  return options.map(({ name, label, places }) => (
    <div key={name}>
      <h3 className={optionStyles.label}>{label}</h3>
      <dl className={optionStyles.options}>
        {places.map(({ option, limit, taken, missedBy }) => (
          <div key={option} className={optionStyles.option}>
            <dt>{option}</dt>
            <dd>
              {`${taken.toLocaleString('en')} of ${limit.toLocaleString('en')} `}
              {taken > limit && (
                <strong className={optionStyles.over}>{`${(taken - limit).toLocaleString('en')} over`}</strong>
              )}
              {missedBy.length > 0 && (
                <details>
                  <summary>{`${missedBy.length.toLocaleString('en')} drawn when it was full`}</summary>
                  {missedBy.map((name, at) => (
                    // Two people may have the same name.
                    <bdi key={`${at} ${name}`}>{at === 0 ? name : `, ${name}`}</bdi>
                  ))}
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ));
}
