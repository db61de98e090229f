import { useEffect, useRef, useState, type MouseEvent } from 'react';
import type { NotedPayment } from '../../domain/members/pay.ts';
import { formatClubDay } from '../../time/club-day.ts';
import type { ClubClock } from '../../time/club-time.ts';
import { announce } from '../../ui/announcer.tsx';
import { inBackground } from '../../ui/in-background.ts';
import { ProblemError } from '../../problem.ts';
import { readAnswer } from '../../read-answer.ts';
import type { DoorClient } from './door-client.ts';
import * as styles from './door.module.css';
import type { Expected } from './expected.ts';
import { FAILED, UNREACHED } from './sentences.ts';

interface Paid {
  noted: NotedPayment;
  /** 'YYYY-MM-DD' */
  until: string;
}

type Action = 'pay' | 'undo';

interface MembershipMarkProps {
  person: Expected;
  /** Which door it is, and how its club writes days. */
  page: { door: string; clock: ClubClock };
  client: DoorClient;
}

/** Says that somebody is not a member. People with the right can mark them as paid here, and undo that on this phone. */
export function MembershipMark(props: MembershipMarkProps) {
  const { name, isMember, mayPay } = props.person;
  const { clock } = props.page;
  const { paid, pay, undo, busyWith, problem } = usePaying(props);
  const button = useRef<HTMLButtonElement>(null);
  const isFollowed = useRef(false);
  useEffect(() => {
    if (isFollowed.current) button.current?.focus({ preventScroll: true });
    isFollowed.current = false;
  }, [isMember]);
  const press = (action: Action, act: () => Promise<void>) => (event: MouseEvent) => {
    if (busyWith === action) return;
    isFollowed.current = event.currentTarget === document.activeElement;
    inBackground(act());
  };

  return (
    <span className={styles.membership}>
      {!isMember && <span className={styles.warningMark}>Not a member</span>}
      {!isMember && mayPay && (
        <button
          key="pay"
          ref={button}
          type="button"
          className={styles.pay}
          aria-disabled={busyWith === 'pay' || undefined}
          onClick={press('pay', pay)}
        >
          Mark <span className="visually-hidden">{`membership of ${name} `}</span>as paid
        </button>
      )}
      {isMember && paid && (
        <>
          <span className={styles.paid}>{`Paid until ${formatClubDay(paid.until, clock)}`}</span>
          <button
            key="undo"
            ref={button}
            type="button"
            className={styles.pay}
            aria-label={`Undo membership of ${name}`}
            aria-disabled={busyWith === 'undo' || undefined}
            onClick={press('undo', () => undo(paid))}
          >
            Undo
          </button>
        </>
      )}
      {problem && (
        <span role="alert" className={styles.unsent}>
          {problem}
        </span>
      )}
    </span>
  );
}

function usePaying({ person, page: { door, clock }, client }: MembershipMarkProps) {
  const { key, name } = person;
  const [paid, setPaid] = useState<Paid>();
  // The second button may be pressed as soon as it appears, even while the result of the first is still being read.
  const [busyWith, setBusyWith] = useState<Action>();
  const [problem, setProblem] = useState('');
  const send = (method: 'POST' | 'DELETE', payload: object) => {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    return fetch(`${door}/membership`, { method, headers, body: JSON.stringify({ key, ...payload }) });
  };
  const pay = async () => {
    const answer = await readAnswer<Paid>(await send('POST', {}), ['noted', 'until'], FAILED);
    setPaid(answer);
    announce(`${name} is marked as paid until ${formatClubDay(answer.until, clock)}.`);
  };
  const undo = async ({ noted }: Paid) => {
    const answer = await send('DELETE', { noted });
    if (!answer.ok) await readAnswer(answer, [], FAILED);
    announce(`The payment of ${name} was undone.`);
  };
  const run = (action: Action, act: Promise<void>) => {
    setBusyWith(action);
    setProblem('');
    const done = act
      .then(client.sync)
      .catch((error: unknown) => setProblem(error instanceof ProblemError ? error.problem.detail : UNREACHED));
    return done.finally(() => setBusyWith((now) => (now === action ? undefined : now)));
  };
  return { paid, busyWith, problem, pay: () => run('pay', pay()), undo: (one: Paid) => run('undo', undo(one)) };
}
