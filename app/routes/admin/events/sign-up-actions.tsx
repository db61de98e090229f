import { useState, type ReactNode } from 'react';
import type { ResponsesTable } from '../../../domain/responses/view-responses.ts';
import type { ListedSignUp } from '../../../domain/sign-ups/list-sign-ups.ts';
import type { Expectation } from '../../../domain/looking-back/expectation.ts';
import type { OfficersView } from '../../../domain/sign-ups/by-officer.ts';
import type { StillComing } from '../../../domain/sign-ups/still-coming.ts';
import { AskFirst, type Confirmation } from '../../../ui/dialog.tsx';
import { MenuButton, type MenuItem } from '../../../ui/admin/menu-button.tsx';
import { useCommands, type RowCommand } from '../../../ui/admin/commands.tsx';
import { Button } from '../../../ui/button.tsx';
import { AddSignUp, EditAnswers } from './answers-dialogs.tsx';
import * as styles from './event.module.css';
import { MessageDialog } from './message-dialog.tsx';
import { MarkAsPaid, payerOf, paymentsAddress, undoCommand, type Payer } from './payments/mark-as-paid.tsx';
import { refundItems } from './payments/refund-items.ts';

export interface SignUpsView extends OfficersView {
  expectation: Expectation | null;
}

/** The dialog of a message, which has an address of its own. */
export interface Messaging {
  isMailSetUp: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

interface SignUpsHeadProps extends SignUpsView {
  messaging: Messaging;
}

/** How many people are going, wait and came, with the buttons for all of them. */
export function SignUpsHead(props: SignUpsHeadProps) {
  const { counts, summary, paymentsSummary, fields, options, areKept, expectation, stillComing, messaging } = props;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <p className={styles.summary}>{summary}</p>
      {paymentsSummary && <p className={styles.summary}>{paymentsSummary}</p>}
      {expectation && (
        <p>
          <strong>{expectation.expect}</strong> ({expectation.basis})
        </p>
      )}
      {stillComing && <StillComingAnswers {...stillComing} />}
      <div className={styles.actions}>
        <Button quiet onClick={messaging.open}>
          Message
        </Button>
        <Button quiet onClick={() => setAdding(true)}>
          Add a sign-up
        </Button>
      </div>
      {messaging.isOpen && (
        <MessageDialog counts={counts} isMailSetUp={messaging.isMailSetUp} onClose={messaging.close} />
      )}
      {isAdding && (
        <AddSignUp
          fields={fields}
          options={options}
          mayWait={areKept}
          counts={counts}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function StillComingAnswers({ text, come, cannot, silent }: StillComing) {
  const groups = [
    ['Come', come],
    ['Cannot come', cannot],
    ['Have not answered', silent],
  ] as const;
  return (
    <details>
      <summary>{text}</summary>
      <dl className={styles.answered}>
        {groups.map(([said, names]) => (
          <div key={said}>
            <dt>{said}</dt>
            <dd>
              {names.length === 0
                ? 'Nobody'
                : names.map((name, at) => (
                    // Two may have one name.
                    <bdi key={`${at} ${name}`}>{at === 0 ? name : `, ${name}`}</bdi>
                  ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

type Row = ResponsesTable['rows'][number];

export function Status({ row: { signUp } }: { row: Row }) {
  if (!signUp) return null;
  const { state, status, checkedIn } = signUp;
  return (
    <span className={styles.status} data-state={checkedIn === null ? state : 'came'}>
      {status}
    </span>
  );
}

/** The menu of each row, and the question before an action; undefined if nothing can be done. */
export function useSignUpActions(
  view: OfficersView | null,
  { id, today }: { id: string; today: string },
): {
  mark: (payers: Payer[], onMarked?: () => void) => void;
  menu: ((row: Row) => ReactNode) | undefined;
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<Confirmation & { go: () => void }>();
  const [editing, setEditing] = useState<Edited>();
  const [marking, setMarking] = useState<{ payers: Payer[]; onMarked?: (() => void) | undefined }>();
  const run = useCommands();
  const mark = (payers: Payer[], onMarked?: () => void) => setMarking({ payers, onMarked });
  if (!view) return { mark, menu: undefined, dialog: null };
  const { counts, fields, options, areKept } = view;
  const isFull = counts.places !== null && counts.going >= counts.places;
  const awaitsDraw = counts.entered !== null;
  const menu = ({ key, signUp }: Row) =>
    signUp && (
      <MenuButton
        label={`Actions for ${signUp.name}`}
        items={itemsFor(signUp, {
          key,
          awaitsDraw,
          // While places are kept for groups, people wait because their group is full.
          isFull: isFull || (areKept && signUp.state === 'waiting'),
          run,
          edit: setEditing,
          ask: setAsking,
          mark,
          address: paymentsAddress(id),
        })}
      />
    );
  const dialog = (
    <>
      {marking && (
        <MarkAsPaid {...marking} address={paymentsAddress(id)} today={today} onClose={() => setMarking(undefined)} />
      )}
      {asking && <AskFirst {...asking} onClose={() => setAsking(undefined)} />}
      {editing && (
        <EditAnswers
          {...editing}
          fields={fields}
          options={options}
          mayWait={areKept && editing.state !== 'going'}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
  return { mark, menu, dialog };
}

interface Edited extends Pick<ListedSignUp, 'name' | 'state'> {
  action: string;
}

interface RowActions {
  key: string;
  /** True if nobody gets a place before the draw. */
  awaitsDraw: boolean;
  isFull: boolean;
  run: (command: RowCommand) => void;
  edit: (edited: Edited) => void;
  ask: (question: Confirmation & { go: () => void }) => void;
  mark: (payers: Payer[]) => void;
  /** The address of the event's payments. */
  address: string;
}

function itemsFor(signUp: ListedSignUp, actions: RowActions): MenuItem[] {
  const { key, awaitsDraw, isFull, run, edit, ask } = actions;
  const { state, checkedIn, hasEmail, name } = signUp;
  const action = `sign-ups/${encodeURIComponent(key)}`;
  const checkIn = `${action}/check-in`;
  const give = () =>
    run({ action: `${action}/place`, payload: { beyondLimit: isFull }, done: `‘${name}’ has a place.` });
  const cancel = () => run({ action, method: 'delete', done: `‘${name}’ is no longer signed up.` });
  const came = checkedIn !== null;
  const offered: [label: string, isOffered: boolean, choose: () => void][] = [
    ['Give a place', state !== 'going' && !awaitsDraw, isFull ? () => ask({ ...beyondLimit(name), go: give }) : give],
    [
      'Cancel sign-up',
      state !== 'cancelled' && state !== 'unconfirmed' && !came,
      () => ask({ ...cancelling(signUp), go: cancel }),
    ],
    ['Check in', state === 'going' && !came, () => run({ action: checkIn, done: `‘${name}’ is checked in.` })],
    [
      'Undo check-in',
      state === 'going' && came,
      () => run({ action: checkIn, method: 'delete', done: `‘${name}’ is not checked in any more.` }),
    ],
    ['Edit answers', state !== 'cancelled', () => edit({ action, name, state })],
    [
      'Send the link again',
      hasEmail,
      () => run({ action: `${action}/link`, done: `The link goes to ‘${name}’ again.` }),
    ],
  ];
  const items = offered.flatMap(([label, isOffered, choose]) => (isOffered ? [{ label, choose }] : []));
  return [...items, ...paymentItems(signUp, actions)];
}

function paymentItems({ name, payment }: ListedSignUp, { key, run, mark, address }: RowActions): MenuItem[] {
  if (!payment) return [];
  const payer = payerOf(key, name, payment);
  return [
    ...(payment.canBeMarked ? [{ label: 'Mark as paid', choose: () => mark([payer]) }] : []),
    ...(payment.canBeUndone
      ? [
          ...refundItems({ key, name, payment: payment.state }, { run, address }),
          { label: 'Undo payment', choose: () => run(undoCommand(address, [payer], payment.state)) },
        ]
      : []),
  ];
}

function beyondLimit(name: string): Confirmation {
  return {
    title: 'Go over the limit?',
    text: `All places are taken. ‘${name}’ gets a place beyond the limit, and an email about it.`,
    yes: 'Give a place beyond the limit',
    no: 'Not now',
  };
}

function cancelling({ name, state, hasEmail, payment }: ListedSignUp): Confirmation {
  const told = hasEmail ? `‘${name}’ gets an email` : `‘${name}’ gave no address, so no email is sent`;
  const place =
    state === 'going' ? ' If somebody is on the waitlist and the event has not begun, the place goes to them.' : '';
  const refund = payment?.state === 'Paid' ? ' What they paid is then ‘To refund’.' : '';
  return { title: 'Cancel this sign-up?', text: `${told}.${place}${refund}`, yes: 'Cancel sign-up', no: 'Keep it' };
}
