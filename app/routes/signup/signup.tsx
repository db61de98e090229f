import { useState } from 'react';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { DEFAULT_GENDER, GENDERS, memberSignUp, YEARS } from '../../domain/forms/club-forms.ts';
import { Select, TextArea, TextField } from '../../ui/form/field.tsx';
import type { FormAddress } from '../../ui/form/form-address.ts';
import { SubmissionForm } from '../submission-form.tsx';
import { MessagesSquare } from '../../ui/chat-icon.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Arrived } from '../../ui/form/form-status.tsx';
import { ClubMark } from '../../ui/layout/club-mark.tsx';
import { SmartLink } from '../../ui/smart-link.tsx';
import type { Route } from './+types/signup';
import styles from './signup.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { club, settings } = context.get(siteContext);
  const { signup, chatInvite } = club.forms;
  cacheUntil(context, { topics: [] });
  const links = club.payments?.links.toSorted((a, b) => b.label.localeCompare(a.label, 'en', { numeric: true }));
  return {
    forms: { signup, chatInvite },
    hasMembers: club.membership !== undefined,
    // Nobody claims a mail that this site cannot send.
    mailsInvites: settings.smtpUrl !== undefined || !chatInvite.action.startsWith('/'),
    payment: links?.[0] ?? null,
    publishableKey: club.payments?.publishableKey ?? null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Join the Club',
    description: 'Register as a member and get an invite to our chat community.',
    path: '/signup',
  });

export default function SignUp({ loaderData: { forms, hasMembers, payment, mailsInvites } }: Route.ComponentProps) {
  const { chat } = useSiteFacts();
  const [registered, setRegistered] = useState<{ email: string } | null>(null);
  return (
    <Page narrow>
      {registered ? (
        <CompletionPanel mailedTo={mailsInvites ? registered.email : ''} payment={payment} />
      ) : (
        <>
          <header className={styles.intro}>
            <h1>Join the Club</h1>
            <p>Register as a member, and we will invite you to our {chat.service} server too.</p>
            {hasMembers && (
              <p>
                Are you a member already? <SmartLink to="/membership">Have your card sent</SmartLink>
              </p>
            )}
          </header>
          <SignUpForm forms={forms} onRegistered={setRegistered} />
        </>
      )}
    </Page>
  );
}

interface SignUpFormProps {
  forms: { signup: FormAddress; chatInvite: FormAddress };
  onRegistered: (member: { email: string }) => void;
}

/** With an e-mail address the chat invite goes out as well (product.md 2, 5). */
function SignUpForm({ forms, onRegistered }: SignUpFormProps) {
  return (
    <SubmissionForm
      form={memberSignUp(useSiteFacts())}
      address={forms.signup}
      also={({ email }) => (email ? [{ form: forms.chatInvite, values: { email } }] : [])}
      button="Sign up"
      onSent={({ email }) => onRegistered({ email: String(email) })}
    >
      {(field) => (
        <>
          <TextField {...field('name')} required autoComplete="name" />
          <TextField {...field('student_id')} required autoComplete="off" />
          <Select {...field('gender')} defaultValue={DEFAULT_GENDER} required>
            {GENDERS.map((gender) => (
              <option key={gender} value={gender}>
                {gender === DEFAULT_GENDER ? 'Prefer not to say' : gender}
              </option>
            ))}
          </Select>
          <TextField {...field('email')} type="email" autoComplete="email" />
          <TextField {...field('program')} required autoComplete="off" />
          <TextField
            {...field('number_of_years_member')}
            type="number"
            inputMode="decimal"
            step="any"
            defaultValue={0}
            hint={`From ${YEARS.min} to ${YEARS.max}`}
            {...YEARS}
          />
          <TextArea {...field('interests')} rows={4} />
        </>
      )}
    </SubmissionForm>
  );
}

interface CompletionPanelProps {
  /** The address that the link goes to as well; empty where none was entered, or no mail can be sent. */
  mailedTo: string;
  payment: { label: string; url: string } | null;
}

function CompletionPanel({ mailedTo, payment }: CompletionPanelProps) {
  const facts = useSiteFacts();
  const { name, chat } = facts;
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
        <img src="/images/party-popper.svg" alt="" width={16} height={16} /> Thank you for registering to the club,
        welcome to the {name}!
      </h1>
      <ButtonLink to={chat.inviteUrl}>Join our {chat.service} server</ButtonLink>
      {mailedTo && <p>The link was also e-mailed to {mailedTo}.</p>}
      <p>
        Watch the #announcements channel and the <SmartLink to="/events">events page</SmartLink>, so that you don&apos;t
        miss anything.
      </p>
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
