import { useEffect, useRef } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
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

/** The usual next steps, above the table, which now contains the new event. */
export function Created({ event: { key, titles, became }, onDone }: CreatedProps) {
  const isPublished = became === 'published';
  const { publicUrl } = useSiteFacts();
  const encodedKey = encodeURIComponent(key);
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} className={panel.good} tabIndex={-1} aria-labelledby="created-heading">
      <h2 id="created-heading">
        {namesOf(titles)} {WHAT_IT_BECAME[became]}
      </h2>
      <div className={styles.actions}>
        {isPublished && <CopyLink url={`${publicUrl}/events/${encodedKey}`} />}
        <ButtonLink quiet to={`/admin/events/${encodedKey}/announce`}>
          Announce
        </ButtonLink>
        {isPublished && (
          <ButtonLink quiet to={`/events/${encodedKey}`}>
            Event page
          </ButtonLink>
        )}
        <ButtonLink quiet to={`/admin/events/${encodedKey}`}>
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
  onLeave: () => void;
}

/** Leads to the imported drafts, which would be hard to find among many other events. */
export function ImportedDrafts({ count, onDone, onLeave }: ImportedDraftsProps) {
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
        <ButtonLink quiet to="/admin/events?search=draft" onClick={onLeave}>
          See the drafts
        </ButtonLink>
        <DoneButton onDone={onDone} />
      </div>
    </section>
  );
}

/** Closes the panel; `onDone` moves the focus. */
function DoneButton({ onDone }: Pick<CreatedProps, 'onDone'>) {
  return (
    <Button quiet onClick={onDone}>
      Done
    </Button>
  );
}

/** '‘Chess’ is', '‘Chess’ and 2 more are' */
function namesOf([first = '', ...others]: string[]): string {
  return `‘${first}’ ${others.length === 0 ? 'is' : `and ${others.length} more are`}`;
}
