import { ButtonLink } from '../../ui/button.tsx';
import { MessagesSquare } from '../../ui/chat-icon.tsx';
import { Arrived } from '../../ui/form/form-status.tsx';
import { ClubMark } from '../../ui/layout/club-mark.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import * as styles from './join.module.css';

interface CompletionPanelProps {
  /** The address that the link goes to as well; empty if none was entered, or no mail can be sent. */
  mailedTo: string;
  payment: { label: string; url: string } | null;
}

export function CompletionPanel({ mailedTo, payment }: CompletionPanelProps) {
  const facts = useSiteFacts();
  const { name, chat, sendsDigest } = facts;
  return (
    <Arrived className={styles.panel} isPage>
      <div className={styles.logos}>
        <ClubMark facts={facts} />
        {chat.logo ? (
          <img src={chat.logo} alt={chat.service} height={44} />
        ) : (
          <MessagesSquare size={44} role="img" aria-label={chat.service} />
        )}
      </div>
      <h1 className={styles.thanks}>
        <img src="/images/party-popper.svg" alt="" width={16} height={16} />{' '}
        <span>{`Thank you for registering to the club, welcome to the ${name}!`}</span>
      </h1>
      <ButtonLink to={chat.inviteUrl}>{`Join our ${chat.service} server`}</ButtonLink>
      {mailedTo && <p>{`The link was also emailed to ${mailedTo}.`}</p>}
      <p>
        Watch the #announcements channel and the <SmartLink to="/events">events page</SmartLink>, so that you don&apos;t
        miss anything.
      </p>
      {sendsDigest && (
        <p>
          <SmartLink to="/subscribe">Get what is coming by email</SmartLink>
        </p>
      )}
      <p>
        Can’t get in? <SmartLink to="/contact">Contact us</SmartLink> and we will help.
      </p>
      {payment && (
        <ButtonLink to={payment.url} quiet>
          Pay your membership fee
        </ButtonLink>
      )}
    </Arrived>
  );
}
