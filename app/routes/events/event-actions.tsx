import { useEffect, useState } from 'react';
import { X } from '../../ui/icons.tsx';
import { CalendarPlus, ExternalLink, Share2 } from './action-icons.tsx';
import type { CalendarLinks } from '../../domain/events/calendar-links.ts';
import type { EventView } from '../../domain/events/event-view.ts';
import { ButtonLink } from '../../ui/button.tsx';
import iconButton from '../../ui/icon-button.module.css';
import { newTab } from '../../ui/smart-link.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { inBackground } from '../../ui/in-background.ts';
import styles from './event-actions.module.css';

interface EventActionsProps {
  view: EventView | undefined;
  hasForm: boolean;
}

export function EventActions({ view, hasForm }: EventActionsProps) {
  const canSignUp = hasForm || Boolean(view?.signupUrl);
  const isOver = view?.isOver ?? false;
  return (
    <div className={styles.actions} data-sign-up={(canSignUp && !isOver) || undefined}>
      {view?.signupUrl && (
        <ButtonLink to={view.signupUrl} quiet={isOver} className={styles.first}>
          Sign Up
          <ExternalLink size={18} />
        </ButtonLink>
      )}
      {hasForm && (
        <ButtonLink to="#sign-up" quiet={Boolean(view?.signupUrl) || isOver} className={styles.first}>
          Go to the sign-up form
        </ButtonLink>
      )}
      {view && (
        <div className={styles.lesser}>
          {view.calendars && <CalendarMenu links={view.calendars} />}
          <ShareButton title={view.title} path={`/events/${encodeURIComponent(view.key)}`} />
        </div>
      )}
    </div>
  );
}

const ID = 'calendars';

/** The browser's own popover: it opens without JavaScript, and Escape or a click elsewhere closes it. */
function CalendarMenu({ links: { ics, google, outlook } }: { links: CalendarLinks }) {
  return (
    <div className={styles.calendar}>
      <button type="button" className={styles.plain} popoverTarget={ID}>
        <CalendarPlus size={20} />
        <span className={styles.label}>Add to calendar</span>
      </button>
      <div
        id={ID}
        popover="auto"
        role="group"
        aria-labelledby={`${ID}-heading`}
        className={styles.menu}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') currentTarget.querySelector('a')?.focus();
        }}
        onClickCapture={({ currentTarget, target }) => {
          if (target instanceof HTMLAnchorElement) currentTarget.hidePopover();
        }}
      >
        <div className={styles.top}>
          <p id={`${ID}-heading`} className={styles.heading}>
            Add to calendar
          </p>
          <button
            type="button"
            className={iconButton.icon}
            popoverTarget={ID}
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <X size={24} />
          </button>
        </div>
        <a href={google} {...newTab}>
          Google Calendar
        </a>
        <a href={outlook} {...newTab}>
          Outlook
        </a>
        <a href={ics}>Calendar file (.ics)</a>
      </div>
    </div>
  );
}

const SAID_MS = 3000;

function ShareButton({ title, path }: { title: string; path: string }) {
  const { publicUrl } = useSiteFacts();
  const [said, setSaid] = useState('');
  const url = publicUrl + path;
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);

  const share = async () => {
    if (await hasShared({ title, url })) return;
    setSaid((await copyText(url)) ? 'Link copied' : 'Copy the address of this page to share it');
  };
  return (
    <div className={styles.share}>
      <button type="button" className={styles.plain} onClick={() => inBackground(share())}>
        <Share2 size={20} />
        <span className={styles.label}>Share</span>
      </button>
      <output className={said ? styles.said : 'visually-hidden'}>{said}</output>
    </div>
  );
}

/** Whether the system's share sheet has come up, even if it was closed again. */
async function hasShared(what: { title: string; url: string }): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(what);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
