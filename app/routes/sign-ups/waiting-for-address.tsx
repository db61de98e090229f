import { useRef, useState } from 'react';
import type { ManagedSignUp } from '../../domain/sign-ups/by-link.ts';
import { Button } from '../../ui/button.tsx';
import * as panel from '../../ui/panel.module.css';
import { useSend } from '../../ui/use-send.ts';
import * as styles from './manage.module.css';

/** What else was entered with the address of a mailed link: its owner confirms what is theirs. */
export function WaitingForAddress({ others, path }: Pick<ManagedSignUp, 'others'> & { path: string }) {
  const [said, setSaid] = useState<{ confirmed: string } | { problem: string }>();
  const sent = useRef('');
  const status = useRef<HTMLDivElement>(null);
  const sending = useSend((answer) => {
    setSaid(answer.ok ? { confirmed: sent.current } : { problem: answer.error });
    // The button that was pressed may be gone.
    status.current?.focus();
  });
  if (others.length === 0 && !said) return null;
  return (
    <section aria-labelledby="others-heading" className={styles.mine}>
      <h2 id="others-heading">Also waiting for your address</h2>
      {others.length > 0 && (
        <p>
          Somebody entered your address here too. Confirm what is yours, and leave the rest alone: it is removed after
          24 hours.
        </p>
      )}
      <ul className={styles.others}>
        {others.map((other) => (
          <Other
            key={`${other.formId}/${other.key}`}
            other={other}
            path={path}
            isBusy={sending.busy}
            onConfirm={() => {
              sent.current = other.event.title;
              sending.send({ verb: 'confirm another', formId: other.formId, key: other.key });
            }}
          />
        ))}
      </ul>
      <div ref={status} tabIndex={-1} role="status">
        {said && 'confirmed' in said && (
          <p className={panel.note}>
            You have confirmed ‘<bdi>{said.confirmed}</bdi>’. We have emailed you what happens next.
          </p>
        )}
        {said && 'problem' in said && <p className={panel.error}>{said.problem}</p>}
      </div>
    </section>
  );
}

interface OtherProps {
  other: ManagedSignUp['others'][number];
  path: string;
  isBusy: boolean;
  onConfirm: () => void;
}

function Other({ other, path, isBusy, onConfirm }: OtherProps) {
  const { formId, key, name, event } = other;
  return (
    <li className={styles.other}>
      <div>
        <p dir="auto" className={styles.otherTitle}>
          {event.title}
        </p>
        <p>
          <span>{`${event.when} · Name:`}</span> <bdi>{name}</bdi>
        </p>
      </div>
      <form method="post" action={path}>
        <input type="hidden" name="formId" value={formId} />
        <input type="hidden" name="key" value={key} />
        <Button
          quiet
          type="submit"
          name="verb"
          value="confirm another"
          disabled={isBusy}
          aria-label={`Confirm this one: ${event.title}, ${name}`}
          onClick={(press) => {
            press.preventDefault();
            onConfirm();
          }}
        >
          Confirm this one
        </Button>
      </form>
    </li>
  );
}
