import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ExternalLink, Share2 } from './action-icons.tsx';
import type { EventView } from '../../domain/events/event-view.ts';
import type { SignUpLine } from '../../domain/sign-ups/sign-up-line.ts';
import { announce } from '../../ui/announcer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { inBackground } from '../../ui/in-background.ts';
import { CalendarAddresses, CalendarMenu } from './calendar-menu.tsx';
import * as menu from './calendar-menu.module.css';
import { keepOwn, useOwnSignUps } from './own-sign-ups.ts';
import { ownLine } from './sign-up-line.tsx';
import * as styles from './event-actions.module.css';

interface EventActionsProps {
  view: EventView | undefined;
  hasForm: boolean;
  /** The state of sign-up. */
  line: SignUpLine | undefined;
}

export function EventActions({ view, hasForm, line }: EventActionsProps) {
  const key = view?.key ?? '';
  const found = useOwnSignUps(key);
  const actions = useRef<HTMLDivElement>(null);
  const isOver = view?.isOver ?? false;
  const own = isOver || view?.cancelled ? undefined : ownLine(key, found);
  const showsLine = !isOver && !view?.cancelled && line !== undefined;
  const canSignUp = hasForm || showsLine || Boolean(own ?? view?.signupUrl);
  const forget = () => {
    flushSync(() => keepOwn(key, []));
    actions.current?.querySelector<HTMLElement>('a, button')?.focus();
    announce('Forgotten on this device. No sign-up has changed.');
  };
  return (
    <div
      ref={actions}
      className={styles.actions}
      data-sign-up={(canSignUp && !isOver) || undefined}
      data-own={own && true}
    >
      {own && (
        <ButtonLink to={own.to} className={styles.first}>
          {own.text}
        </ButtonLink>
      )}
      {view?.signupUrl && (
        <ButtonLink to={view.signupUrl} quiet={isOver} className={styles.first}>
          Sign Up
          <ExternalLink size={18} />
        </ButtonLink>
      )}
      {(hasForm || showsLine) && !own && (
        <ButtonLink
          to="#sign-up"
          quiet={Boolean(view?.signupUrl) || isOver || !(line?.isOpen ?? true)}
          className={styles.first}
        >
          {(!view?.signupUrl && line?.text) || 'Go to the sign-up form'}
        </ButtonLink>
      )}
      {view && (
        <div className={styles.lesser}>
          {view.calendars && (
            <CalendarMenu id="calendars" label="Add to calendar">
              <CalendarAddresses links={view.calendars} />
            </CalendarMenu>
          )}
          {own && (
            <button type="button" className={menu.plain} onClick={forget}>
              Not you?
            </button>
          )}
          <ShareButton title={view.title} path={`/events/${encodeURIComponent(key)}`} />
        </div>
      )}
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
      <button type="button" className={menu.plain} onClick={() => inBackground(share())}>
        <Share2 size={20} />
        <span data-label>Share</span>
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
