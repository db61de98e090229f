import { useEffect, useRef } from 'react';
import { data, Form } from 'react-router';
import { confirmSubscription, viewRequest } from '../../domain/digest/subscribe.ts';
import { NotFound } from '../../domain/errors.ts';
import { siteContext } from '../../http/context.server.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { requireDigest } from '../require-digest.server.ts';
import type { Route } from './+types/confirm';

export async function loader({ request, context, params: { token } }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  const asked = await viewRequest(site.db, token);
  return asked ? data({ asked }) : data({ asked: null }, { status: 404 });
}

/** Nothing is confirmed by opening the page: programs that look at mail follow every link. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  try {
    await confirmSubscription(site.db, token, site.clock.timeZone);
    return data({});
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({}, { status: 404 });
  }
}

const UNKNOWN = 'This link does not work, or no longer does.';
const CONFIRM = 'Events by email';
const DONE = 'You will get upcoming events by email.';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData?.asked ? CONFIRM : UNKNOWN, description: '', path: '/subscribe' }),
  { name: 'robots', content: 'noindex' },
  // Without it, browsers send the form without an origin where no script runs.
  { name: 'referrer', content: 'same-origin' },
];

export default function Confirm({ loaderData: { asked }, actionData }: Route.ComponentProps) {
  if (!asked) {
    return (
      <Page narrow>
        <h1>{UNKNOWN}</h1>
        <p>
          <SmartLink to="/subscribe">Enter your address again</SmartLink>
        </p>
      </Page>
    );
  }
  if (asked.isConfirmed) {
    return <Confirmed email={asked.email} isNow={actionData !== undefined} />;
  }
  return (
    <Page narrow>
      <h1>{CONFIRM}</h1>
      <p>
        We will email upcoming events to <bdi>{asked.email}</bdi> once a week.
      </p>
      <Form method="post">
        <Button type="submit">Confirm</Button>
      </Form>
    </Page>
  );
}

/** `isNow`: the person has just pressed the button, which is gone. */
function Confirmed({ email, isNow }: { email: string; isNow: boolean }) {
  const sentence = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isNow) sentence.current?.focus();
  }, [isNow]);
  return (
    <Page narrow>
      <h1>{DONE}</h1>
      <p ref={sentence} tabIndex={-1} role="status">
        Once a week, to <bdi>{email}</bdi>. Every email has a link that stops them.
      </p>
      <p>
        <SmartLink to="/events">See all events</SmartLink>
      </p>
    </Page>
  );
}
