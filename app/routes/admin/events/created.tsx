import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { focusMain } from '../../../ui/focus-main.ts';
import * as panel from '../../../ui/panel.module.css';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import * as styles from './event.module.css';
import type { CreatedEvent } from './event-dialogs.tsx';

interface CreatedProps {
  event: CreatedEvent;
  onDone: () => void;
}

const WHAT_IT_BECAME = {
  published: 'on the site.',
  proposed: 'proposed, but not public yet.',
  saved: 'saved, but not public yet.',
};

/** What mostly comes next, above the table that has the new event now. */
export function Created({ event: { key, titles, became }, onDone }: CreatedProps) {
  const isPublished = became === 'published';
  const { publicUrl } = useSiteFacts();
  const address = encodeURIComponent(key);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className={panel.good} tabIndex={-1} aria-labelledby="created-heading">
      <h2 id="created-heading">
        {namesOf(titles)} {WHAT_IT_BECAME[became]}
      </h2>
      <div className={styles.actions}>
        {isPublished && <CopyLink url={`${publicUrl}/events/${address}`} />}
        <ButtonLink quiet to={`/admin/events/${address}/announce`}>
          Announce
        </ButtonLink>
        {isPublished && (
          <ButtonLink quiet to={`/events/${address}`}>
            Event page
          </ButtonLink>
        )}
        <ButtonLink quiet to={`/admin/events/${address}`}>
          Open
        </ButtonLink>
        <DoneButton onDone={onDone} />
      </div>
    </section>
  );
}

interface ImportedDraftsProps {
  count: number;
  onDone: () => void;
}

/** Among many other events, those that were just imported would have to be looked for. */
export function ImportedDrafts({ count, onDone }: ImportedDraftsProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className={panel.good} tabIndex={-1} aria-labelledby="imported-heading">
      <h2 id="imported-heading">
        {count === 1
          ? '1 event is imported as a draft.'
          : `${count.toLocaleString('en')} events are imported as drafts.`}
      </h2>
      <div className={styles.actions}>
        <ButtonLink quiet to="/admin/events?search=draft" onClick={onDone}>
          See the drafts
        </ButtonLink>
        <DoneButton onDone={onDone} />
      </div>
    </section>
  );
}

/** Its panel goes, so the focus moves to the main content. */
function DoneButton({ onDone }: Pick<CreatedProps, 'onDone'>) {
  const leave = () => {
    focusMain();
    onDone();
  };
  return (
    <Button quiet onClick={leave}>
      Done
    </Button>
  );
}

/** '‘Chess’ is', '‘Chess’ and 2 more are' */
function namesOf([first = '', ...others]: string[]): string {
  return `‘${first}’ ${others.length === 0 ? 'is' : `and ${others.length} more are`}`;
}
