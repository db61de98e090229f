import { useState } from 'react';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import type { Route } from './+types/sign-up';
import { CompletionPanel } from './completion-panel.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import styles from './sign-up.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { club, settings } = context.get(siteContext);
  const { signup, chatInvite } = club.forms;
  cacheUntil(context, { topics: [] });
  const links = club.payments?.links.toSorted((a, b) => b.label.localeCompare(a.label, 'en', { numeric: true }));
  return {
    forms: { signup, chatInvite },
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

export default function SignUp({ loaderData: { forms, payment, mailsInvites } }: Route.ComponentProps) {
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
          </header>
          <SignUpForm forms={forms} onRegistered={setRegistered} />
        </>
      )}
    </Page>
  );
}
