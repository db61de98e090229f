import { Button } from '../../ui/button.tsx';
import * as formStyles from '../../ui/form/form.module.css';
import * as panel from '../../ui/panel.module.css';
import { SmartLink } from '../../ui/smart-link.tsx';
import type { OwnSignUp } from './own-sign-ups.ts';
import { ownStateText } from './sign-up-line.tsx';
import * as styles from './sign-up-section.module.css';

interface OwnSignUpPanelProps {
  own: OwnSignUp[];
  /** True if the form, or the message that it was recorded, is above it. */
  isBeside: boolean;
  onElse: (() => void) | undefined;
}

/** What this browser signed up for; it replaces the form or stands below it. */
export function OwnSignUpPanel({ own, isBeside, onElse }: OwnSignUpPanelProps) {
  const [first, ...others] = own;
  if (!first) return null;
  const isAlone = others.length === 0 && !isBeside;
  return (
    <div className={`${own.every((one) => one.isWaiting) ? panel.note : panel.good} ${styles.recorded}`}>
      <p className={formStyles.arrived}>{isAlone ? `${ownStateText(first)}.` : 'Signed up on this device'}</p>
      {isAlone ? (
        <p>
          <SmartLink to={first.link}>Manage my sign-up</SmartLink>
        </p>
      ) : (
        <OwnSignUpList own={own} />
      )}
      {onElse && (
        <p>
          <Button quiet onClick={onElse}>
            Sign up someone else
          </Button>
        </p>
      )}
    </div>
  );
}

/** Several people who signed up on one device, each with their own link. */
function OwnSignUpList({ own }: { own: OwnSignUp[] }) {
  return (
    <ul role="list" className={styles.people}>
      {own.map((one) => (
        <Person key={one.link} {...one} />
      ))}
    </ul>
  );
}

function Person({ link, name, ...signUp }: OwnSignUp) {
  if (name === undefined)
    return (
      <li>
        <span>{`${ownStateText(signUp)}.`}</span> <SmartLink to={link}>Manage my sign-up</SmartLink>
      </li>
    );
  return (
    <li>
      <strong dir="auto">{name}</strong> <span>{personStateText(signUp)}</span>{' '}
      <SmartLink to={link}>
        <span>Manage</span> <span className="visually-hidden">{name}</span>
      </SmartLink>
    </li>
  );
}

function personStateText({ isWaiting, says }: Pick<OwnSignUp, 'isWaiting' | 'says'>): string {
  if (says !== undefined) return 'is in the draw.';
  return isWaiting ? 'is on the waitlist.' : 'has a place.';
}
