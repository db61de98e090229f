import { useEffect, useRef } from 'react';
import { data, Form } from 'react-router';
import { requestCard } from '../../domain/members/card-requests.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { problem } from '../../http/problem.ts';
import { readForm } from '../../http/read-form.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import * as form from '../../ui/form/form.module.css';
import { Page } from '../../ui/page.tsx';
import * as panel from '../../ui/panel.module.css';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { requireMembership } from '../require-membership.server.ts';
import type { Route } from './+types/membership';

export function loader({ request, context }: Route.LoaderArgs) {
  const { fee = '' } = requireMembership(context.get(siteContext), request);
  cacheUntil(context, { topics: [] });
  return { fee };
}

const LONGEST_ADDRESS = 320;

interface Asked {
  /** Nothing was asked. */
  problem?: string;
}

/** Answers members, strangers and typing errors alike: who it is is looked up later. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site, request);
  const sent = await readForm(request);
  if (!(sent instanceof URLSearchParams)) return data<Asked>({ problem: sent.error }, sent.status);
  const email = sent.get('email');
  if (email === null)
    throw data(problem(400, 'This was not sent by the form. Please type your address into the field.'), 400);
  if (email.length <= LONGEST_ADDRESS) await requestCard(site.db, email);
  return data<Asked>({});
}

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Membership',
    description: 'What membership is, and your card.',
    path: '/membership',
  });

export default function Membership({ loaderData: { fee }, actionData }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (actionData) answer.current?.focus();
  }, [actionData]);
  return (
    <Page narrow>
      <h1>Membership</h1>
      <p>{`Members of the ${name} have a card: show it at the door of events. No account needed.`}</p>
      {fee && <p>{fee}</p>}
      <p>
        <ButtonLink to="/signup">Become a member</ButtonLink>
      </p>
      <section aria-labelledby="card-heading" className={form.form}>
        <h2 id="card-heading">Your card</h2>
        {actionData?.problem !== undefined && (
          <p role="alert" className={panel.error}>
            {actionData.problem}
          </p>
        )}
        {actionData && actionData.problem === undefined && (
          <p ref={answer} tabIndex={-1} role="status" className={panel.note}>
            If this address belongs to a member, we have sent its card.
          </p>
        )}
        <Form method="post" className={form.form}>
          <TextField label="Email" name="email" type="email" required autoComplete="email" />
          <p>
            <Button type="submit">Send me my card</Button>
          </p>
        </Form>
      </section>
    </Page>
  );
}
