import type { SignUpLine as Line } from '../../domain/sign-ups/sign-up-line.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { useOwnSignUp, type OwnSignUp } from './own-sign-ups.ts';
import * as styles from './sign-up-line.module.css';

export function ownStateText({ isWaiting, says }: OwnSignUp): string {
  return says ?? (isWaiting ? 'You are on the waitlist' : 'You have a place');
}

export function ownSignUpText(own: OwnSignUp): string {
  return `${ownStateText(own)} · Manage`;
}

/** How an event's sign-up stands, or that it is this browser's own. */
export function ShownSignUpLine({ eventKey, line }: { eventKey: string; line: Line }) {
  const own = useOwnSignUp(eventKey);
  if (!own) return <p className={line.isOpen ? `${styles.line} ${styles.open}` : styles.line}>{line.text}</p>;
  return (
    <p className={own.isWaiting ? styles.line : `${styles.line} ${styles.own}`}>
      <SmartLink to={own.link}>{ownSignUpText(own)}</SmartLink>
    </p>
  );
}
