import { useState } from 'react';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/admin/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';
import type { action } from './terms.ts';

const TERMS = { action: '/admin/handover/terms', method: 'delete' } as const;

/** What is ticked here is not kept: others tick for themselves. */
export function WhoLeaves({ execs, month }: Pick<HandoverData, 'execs' | 'month'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const keys = execs.flatMap(({ key }) => (ticked.has(key) ? [key] : []));
  const sender = useSend<typeof action>((answer) => {
    if (!answer.ok) return sayFailure(answer.error);
    const { names } = answer;
    say(names.length > 0 ? `Previous executives now: ${names.join(', ')}` : 'They have already left');
    setTicked(new Set());
  }, TERMS);
  const tick = (key: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(key);
    else next.delete(key);
    setTicked(next);
  };
  const end = () => {
    if (keys.length > 0) sender.send({ keys });
  };
  return (
    <>
      <p>
        Tick everyone who leaves. They move to ‘Previous Executives’ on the team page, until {month} unless another
        month is entered; their access is a later step.
      </p>
      {execs.length === 0 && <p className={styles.quiet}>There are no current executives.</p>}
      {execs.length > 0 && (
        <>
          <fieldset className={styles.ticks}>
            <legend>Current executives</legend>
            {execs.map(({ key, name, title }) => (
              <Checkbox
                key={key}
                name="leaves"
                label={`${name}, ${title}`}
                checked={ticked.has(key)}
                onChange={(event) => tick(key, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
          <p>
            <Button onClick={end} aria-disabled={sender.busy || keys.length === 0 || undefined}>
              {keys.length === 0 ? 'Tick someone first' : `Move ${keys.length} to the previous executives`}
            </Button>
          </p>
        </>
      )}
    </>
  );
}
