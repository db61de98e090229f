import type { CalendarLinks } from '../../domain/events/calendar-links.ts';
import type { OwnPayment } from '../../domain/sign-ups/payments/sentences.ts';
import { Button } from '../../ui/button.tsx';
import { Arrived } from '../../ui/form/form-status.tsx';
import * as formStyles from '../../ui/form/form.module.css';
import { SmartLink } from '../../ui/smart-link.tsx';
import * as panel from '../../ui/panel.module.css';
import { ToPay } from '../sign-ups/to-pay.tsx';
import { CalendarAddresses } from './calendar-menu.tsx';
import { SubscribeMenu } from './subscribe-menu.tsx';
import * as styles from './sign-up-section.module.css';

export interface RecordedAnswer {
  confirmedTo: string | undefined;
  /** The state of the sign-up in words. There is no link until the address is confirmed; it is mailed to that address. */
  signUp?: { state: string; says: string; link?: string; mailedTo?: string; payment?: OwnPayment };
}

interface RecordedProps extends RecordedAnswer {
  calendars: CalendarLinks | null;
  /** Begins another response; undefined if the form takes none any more. */
  onAnother: (() => void) | undefined;
}

const RECORDED = 'Your response has been recorded!';

export function Recorded({ confirmedTo, signUp, calendars, onAnother }: RecordedProps) {
  // People who have yet to confirm have no place either.
  const isWaiting = signUp !== undefined && signUp.state !== 'going';
  return (
    <div className={`${isWaiting ? panel.note : panel.good} ${styles.recorded}`}>
      <Arrived className={formStyles.arrived}>{signUp ? signUp.says : RECORDED}</Arrived>
      {signUp?.mailedTo && (
        <p>
          The link goes to <strong>{signUp.mailedTo}</strong>.
        </p>
      )}
      {signUp && <p>{RECORDED}</p>}
      {signUp?.payment && <ToPay {...signUp.payment} />}
      {signUp?.link && (
        <p>
          <SmartLink to={signUp.link}>Manage my sign-up</SmartLink>
        </p>
      )}
      {confirmedTo && (
        <p>
          A confirmation is on its way to <strong>{confirmedTo}</strong>.
        </p>
      )}
      {calendars && !isWaiting && (
        <p className={styles.calendars}>
          <span>Add it to your calendar:</span>
          <CalendarAddresses links={calendars} />
        </p>
      )}
      <SubscribeMenu />
      {onAnother && (
        <p>
          <Button quiet onClick={onAnother}>
            Sign up someone else
          </Button>
        </p>
      )}
    </div>
  );
}
