import { useRef, useState } from 'react';
import type { Match, MatchedPayment } from '../../../../domain/sign-ups/payments/match.ts';
import { readAnswer } from '../../../../read-answer.ts';
import { ProblemError } from '../../../../problem.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog, DialogBody, SaveBar } from '../../../../ui/dialog.tsx';
import { Checkbox } from '../../../../ui/form/field.tsx';
import * as fields from '../../../../ui/form/field.module.css';
import { inBackground } from '../../../../ui/in-background.ts';
import * as panel from '../../../../ui/panel.module.css';
import type { Payer } from './mark-as-paid.tsx';
import * as styles from './payments.module.css';

interface MatchPaymentsProps {
  address: string;
  onMark: (payers: Payer[]) => void;
  onClose: () => void;
}

const FAILED = 'The statement could not be read. Please reload the page.';
const TOO_LATE = 'Nothing is to be paid any more: this will stand as ‘To refund’.';
const UNREACHED = 'The site cannot be reached. Please try again once there is a network.';

function useMatch(address: string) {
  const [text, setText] = useState('');
  const [match, setMatch] = useState<Match>();
  const [problem, setProblem] = useState<string>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  // An answer is useless if something was typed or sent after it was asked for.
  const latest = useRef<object>(undefined);
  const find = async () => {
    const search = {};
    latest.current = search;
    setProblem(undefined);
    try {
      const headers = { accept: 'application/json', 'content-type': 'application/json' };
      const answer = await fetch(`${address}/matches`, { method: 'POST', headers, body: JSON.stringify({ text }) });
      const found = await readAnswer<Match>(answer, ['found', 'unknown'], FAILED);
      if (latest.current !== search) return;
      setMatch(found);
      setTicked(new Set(found.found.filter((one) => isUnpaid(one) && !one.hasWrongAmount).map(({ key }) => key)));
    } catch (error) {
      if (latest.current === search) setProblem(error instanceof ProblemError ? error.problem.detail : UNREACHED);
    }
  };
  const type = (typed: string) => {
    latest.current = undefined;
    setText(typed);
    setMatch(undefined);
  };
  return { text, type, find, match, problem, ticked, setTicked };
}

/** Proposes who has paid, from text pasted from a bank. Nothing is marked until somebody confirms it. */
export function MatchPayments({ address, onMark, onClose }: MatchPaymentsProps) {
  const { text, type, find, match, problem, ticked, setTicked } = useMatch(address);
  const chosen = match?.found.filter(({ key }) => ticked.has(key)) ?? [];
  return (
    <Dialog title="Match payments" onClose={onClose}>
      <DialogBody>
        <p>
          Paste lines of a bank statement, or its CSV. Nothing of it is stored, and nothing is marked before you say so.
        </p>
        <label className={styles.paste}>
          <span>Bank statement</span>
          <textarea
            className={fields.input}
            rows={6}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </label>
        <p>
          <Button quiet={match !== undefined} disabled={text.trim() === ''} onClick={() => inBackground(find())}>
            Find references
          </Button>
        </p>
        {problem && (
          <p role="alert" className={panel.error}>
            {problem}
          </p>
        )}
        <p role="status">{match && summaryOf(match)}</p>
        {match && <Matches found={match.found} ticked={ticked} onTick={setTicked} />}
      </DialogBody>
      {chosen.length > 0 && (
        <SaveBar>
          <Button onClick={() => onMark(chosen)}>{`Mark ${chosen.length.toLocaleString('en')} as paid`}</Button>
        </SaveBar>
      )}
    </Dialog>
  );
}

interface MatchesProps {
  found: MatchedPayment[];
  ticked: ReadonlySet<string>;
  onTick: (ticked: ReadonlySet<string>) => void;
}

function Matches({ found, ticked, onTick }: MatchesProps) {
  if (found.length === 0) return null;
  return (
    <ul role="list" className={styles.matches}>
      {found.map((one) => (
        <li key={one.key}>
          <Checkbox
            label={[one.name, one.reference, one.amount].filter(Boolean).join(', ')}
            name={one.key}
            checked={ticked.has(one.key)}
            disabled={!one.canBeMarked}
            onChange={() => onTick(ticked.symmetricDifference(new Set([one.key])))}
          />
          {one.hasWrongAmount && <p className={panel.note}>This line does not have this amount.</p>}
          {!isUnpaid(one) && <p>{one.canBeMarked ? TOO_LATE : one.payment}</p>}
          <p className={styles.line}>{one.line}</p>
        </li>
      ))}
    </ul>
  );
}

function isUnpaid({ payment }: MatchedPayment): boolean {
  return payment === 'To pay' || payment === 'Overdue';
}

function summaryOf({ found, unknown }: Match): string {
  const others = found.filter(({ hasWrongAmount }) => hasWrongAmount).length;
  const [n, m, k] = [found.length, others, unknown].map((count) => count.toLocaleString('en'));
  return `${n} found, ${m} with another amount, ${k} unknown`;
}
