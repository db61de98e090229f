import { useState } from 'react';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { DEFAULT_GENDER, GENDERS, memberSignUp, YEARS } from '../../domain/forms/member-sign-up.ts';
import { newestPaymentLink } from '../../domain/members/payment-link.ts';
import { Select, TextArea, TextField } from '../../ui/form/field.tsx';
import type { FormAddress } from '../../ui/form/form-address.ts';
import { SubmissionForm } from '../submission-form.tsx';
import { importAgain } from '../../ui/import-again.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import type { Route } from './+types/join';
import type { CompletionPanel } from './register.ts';
import * as styles from './join.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { club, settings } = context.get(siteContext);
  const { signup, chatInvite } = club.forms;
  cacheUntil(context, { topics: [] });
  return {
    forms: { signup, chatInvite },
    hasMembers: club.membership !== undefined,
    fee: club.membership?.fee ?? null,
    // Nobody claims a mail that this site cannot send.
    mailsInvites: settings.smtpUrl !== undefined || !chatInvite.action.startsWith('/'),
    payment: newestPaymentLink(club),
    publishableKey: club.payments?.publishableKey ?? null,
  };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Join the Club',
    description: 'Register as a member and get an invite to our chat community.',
    path: '/signup',
  });

export default function Join({ loaderData }: Route.ComponentProps) {
  const { forms, hasMembers, fee, payment, mailsInvites } = loaderData;
  const { chat } = useSiteFacts();
  const [registered, setRegistered] = useState<Registered | null>(null);
  return (
    <Page narrow>
      {registered ? (
        <registered.Shown mailedTo={mailsInvites ? registered.email : ''} payment={payment} />
      ) : (
        <>
          <header className={styles.intro}>
            <h1>Join the Club</h1>
            <p>{`Register as a member, and we will invite you to our ${chat.service} server too.`}</p>
            {fee && <p>{fee}</p>}
            {hasMembers && (
              <p>
                Are you a member already? <SmartLink to="/membership">Have your card sent</SmartLink>
              </p>
            )}
          </header>
          <JoinForm forms={forms} onRegistered={setRegistered} />
        </>
      )}
    </Page>
  );
}

interface Registered {
  email: string;
  /** Came with the part that sends. */
  Shown: typeof CompletionPanel;
}

interface JoinFormProps {
  forms: { signup: FormAddress; chatInvite: FormAddress };
  onRegistered: (member: Registered) => void;
}

/** With an email address the chat invite goes out as well (product.md 2, 5). */
function JoinForm({ forms, onRegistered }: JoinFormProps) {
  return (
    <SubmissionForm
      form={memberSignUp(useSiteFacts())}
      address={forms.signup}
      also={({ email }) => (email ? [{ form: forms.chatInvite, values: { email } }] : [])}
      button="Sign up"
      load={() => importAgain(() => import('./register.ts'))}
      onSent={({ email }, { CompletionPanel: Shown }) => onRegistered({ email: String(email), Shown })}
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
