import { useRef, useEffect, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { ALIVE } from '../early-presses.ts';
import * as panel from '../panel.module.css';
import { useSiteFacts } from '../site-facts.ts';
import type { Problem } from '../../problem.ts';
import { useInBrowser } from '../use-in-browser.ts';
import { useOnline } from '../use-online.ts';
import { focusWhole } from './focus-whole.ts';
import * as styles from './form.module.css';

export function NeedsJavaScript() {
  const { email } = useSiteFacts();
  return (
    <noscript>
      <div className={panel.note}>
        <p>
          Sending this form needs JavaScript. Without it, please write to <a href={`mailto:${email}`}>{email}</a>.
        </p>
      </div>
    </noscript>
  );
}

export function DraftNote({ isBack, onClear }: { isBack: boolean; onClear: () => void }) {
  return (
    <div role="status" className={isBack ? panel.note : undefined}>
      {isBack && (
        <>
          <p>What you typed here before is back. It has not been recorded yet.</p>
          <p>
            <Button
              quiet
              onClick={({ currentTarget: { form } }) => {
                form?.reset();
                onClear();
                form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
              }}
            >
              Clear the form
            </Button>
          </p>
        </>
      )}
    </div>
  );
}

export function ErrorSummary({
  text,
  fields,
  form,
}: {
  text: string;
  fields: { name: string; label: string }[];
  form: string;
}) {
  return (
    <div role="alert" className={fields.length > 0 ? panel.error : undefined}>
      {fields.length > 0 && (
        <>
          <p className={styles.errorText}>{text}</p>
          <ul className={styles.errorFields}>
            {fields.map(({ name, label }) => (
              <li key={name}>
                <a href={`#${form}`} onClick={(event) => focusField(event, form, name)}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function focusField(event: React.MouseEvent, formId: string, name: string): void {
  event.preventDefault();
  const form = document.getElementById(formId);
  const field = form instanceof HTMLFormElement ? form.elements.namedItem(name) : null;
  const target = field instanceof RadioNodeList ? field[0] : field;
  if (target instanceof HTMLElement) focusWhole(target);
}

interface SendRowProps {
  label: string;
  isSending: boolean;
  failure: Problem | null;
  isWaiting?: boolean;
}

/** Sending the same again would be refused again. */
const FINAL = new Set([400, 404, 413, 415]);

export function SendRow({ label, isSending, failure, isWaiting = false }: SendRowProps) {
  const { email } = useSiteFacts();
  const isOnline = useOnline();
  // The failure's button disappears when pressed, so the focus moves to the form's own button.
  const send = useRef<HTMLButtonElement>(null);
  // Before hydration, a native submit would put what was typed into the page's address, so the button is disabled.
  // `keepPresses` enables it and holds presses back.
  const isAlive = useInBrowser(() => true, false);
  useEffect(() => {
    if (isAlive) send.current?.dispatchEvent(new Event(ALIVE, { bubbles: true }));
  }, [isAlive]);
  return (
    <>
      <div role="alert" className={failure ? `${panel.error} ${styles.failure}` : undefined}>
        {failure && (
          <>
            <p>{failure.detail}</p>
            {isWaiting && (
              <p>{`${isOnline ? 'It is sent again by itself.' : 'It goes out by itself once you are back online.'} Keep this page open until then.`}</p>
            )}
            {!FINAL.has(failure.status) && (
              <Button quiet type="submit" onClick={() => send.current?.focus()}>
                Try again
              </Button>
            )}
          </>
        )}
      </div>
      <OfflineNote label={label} hasFailed={failure !== null} />
      <div className={styles.row}>
        <Button
          ref={send}
          type="submit"
          className={styles.submit}
          disabled={!isAlive}
          aria-disabled={isSending || undefined}
        >
          {isSending && <span className={styles.turning} aria-hidden />}
          <span>{label}</span>
        </Button>
        <span role="status">
          {isSending && <span>Sending…</span>}
          {!isAlive && (
            <span className={styles.waiting}>
              This page is still loading. What you typed stays here. If it does not finish, write to{' '}
              <a href={`mailto:${email}`}>{email}</a>.
            </span>
          )}
        </span>
      </div>
    </>
  );
}

function OfflineNote({ label, hasFailed }: { label: string; hasFailed: boolean }) {
  const isShown = !useOnline() && !hasFailed;
  return (
    <div role="status" className={isShown ? panel.note : undefined}>
      {isShown && (
        <p>{`You are offline. You can press ‘${label}’ now: it goes out by itself once you are back online.`}</p>
      )}
    </div>
  );
}

interface ArrivedProps {
  className: string | undefined;
  /** True if nothing else is left on the page, which then scrolls to its start. */
  isPage?: boolean;
  children: ReactNode;
}

export function Arrived({ className, isPage = false, children }: ArrivedProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A form that was sent by itself does not take the focus from wherever it is by now.
    if (isUsedElsewhere(place.current)) return;
    // Scrolls explicitly, because the focus alone may leave it under the bar.
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: isPage ? 'start' : 'nearest' });
  }, [isPage]);
  return (
    <div ref={place} role="status" tabIndex={-1} className={className}>
      {children}
    </div>
  );
}

function isUsedElsewhere(place: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== null && activeElement !== body && !place?.closest('form')?.contains(activeElement);
}
