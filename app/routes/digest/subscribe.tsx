import { useEffect, useRef } from 'react';
import { data, Form } from 'react-router';
import { requestSubscription } from '../../domain/digest/subscribe.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { problem } from '../../http/problem.ts';
import { readForm } from '../../http/read-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import * as form from '../../ui/form/form.module.css';
import { Page } from '../../ui/page.tsx';
import * as panel from '../../ui/panel.module.css';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { requireDigest } from '../require-digest.server.ts';
import type { Route } from './+types/subscribe';

export function loader({ request, context }: Route.LoaderArgs) {
  requireDigest(context.get(siteContext), request);
  cacheUntil(context, { topics: [] });
  return {};
}

const LONGEST_ADDRESS = 320;

interface Asked {
  /** Nothing was asked. */
  problem?: string;
}

/** Answers everybody alike: whether an address is known is looked up later. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  const sent = await readForm(request);
  if (!(sent instanceof URLSearchParams)) return data<Asked>({ problem: sent.error }, sent.status);
  const email = sent.get('email');
  if (email === null)
    throw data(problem(400, 'This was not sent by the form. Please type your address into the field.'), 400);
  if (email.length <= LONGEST_ADDRESS) await requestSubscription(site.db, email);
  return data<Asked>({});
}

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Events by mail',
    description: 'What is coming, once a week in your mail.',
    path: '/subscribe',
  });

export default function Subscribe({ actionData }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  const answer = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (actionData) answer.current?.focus();
  }, [actionData]);
  return (
    <Page narrow>
      <h1>Events by mail</h1>
      <p>{`Once a week, what is coming at the ${name} in the next two weeks. Every mail has a link that ends them.`}</p>
      {actionData?.problem !== undefined && (
        <p role="alert" className={panel.error}>
          {actionData.problem}
        </p>
      )}
      {actionData && actionData.problem === undefined && (
        <p ref={answer} tabIndex={-1} role="status" className={panel.note}>
          Please look into your mail and confirm.
        </p>
      )}
      <Form method="post" className={form.form}>
        <TextField label="Email" name="email" type="email" required autoComplete="email" />
        <p>
          <Button type="submit">Send me what is coming</Button>
        </p>
      </Form>
    </Page>
  );
}
