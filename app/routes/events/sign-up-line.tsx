import type { SignUpLine as Line } from '../../domain/sign-ups/sign-up-line.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { useOwnSignUps, type OwnSignUp } from './own-sign-ups.ts';
import * as styles from './sign-up-line.module.css';

export function ownStateText({ isWaiting, says }: Pick<OwnSignUp, 'isWaiting' | 'says'>): string {
  return says ?? (isWaiting ? 'You are on the waitlist' : 'You have a place');
}

/** A line about this browser's own sign-up, or a link to several on the event's page; undefined if there is none. */
export function ownLine(eventKey: string, own: OwnSignUp[]): { to: string; text: string } | undefined {
  const [first, ...others] = own;
  if (!first) return undefined;
  if (others.length === 0) return { to: first.link, text: `${ownStateText(first)} · Manage` };
  return { to: `/events/${encodeURIComponent(eventKey)}#sign-up`, text: `${own.length} sign-ups · Manage` };
}

/** The state of an event's sign-up, or this browser's own sign-up. */
export function ShownSignUpLine({ eventKey, line }: { eventKey: string; line: Line }) {
  const own = useOwnSignUps(eventKey);
  const shown = ownLine(eventKey, own);
  if (!shown) return <p className={line.isOpen ? `${styles.line} ${styles.open}` : styles.line}>{line.text}</p>;
  return (
    <p className={own.every(({ isWaiting }) => isWaiting) ? styles.line : `${styles.line} ${styles.own}`}>
      <SmartLink to={shown.to}>{shown.text}</SmartLink>
    </p>
  );
}
