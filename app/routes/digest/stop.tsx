import { data } from 'react-router';
import { stopMails, viewStopLink } from '../../domain/digest/stop-links.ts';
import { NotFound } from '../../domain/errors.ts';
import { siteContext } from '../../http/context.server.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { requireDigest } from '../require-digest.server.ts';
import type { Route } from './+types/stop';

export async function loader({ request, context, params: { token } }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  const link = await viewStopLink(site.db, token);
  return link ? data({ link }) : data({ link: null }, { status: 404 });
}

/** Mail programs post here by themselves (RFC 8058), and so does the button below. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  try {
    await stopMails(site.db, token);
    return data({});
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({}, { status: 404 });
  }
}

const UNKNOWN = 'This link does not work.';
const STOP = 'Stop these mails';

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData?.link ? STOP : UNKNOWN, description: '', path: '/subscribe' }),
  { name: 'robots', content: 'noindex' },
];

export default function Stop({ loaderData: { link }, actionData }: Route.ComponentProps) {
  if (!link) {
    return (
      <Page narrow>
        <h1>{UNKNOWN}</h1>
        <p>Please use the link in the newest of these emails.</p>
      </Page>
    );
  }
  if (link === 'test') {
    return (
      <Page narrow>
        <h1>{STOP}</h1>
        <p role="status">
          This link is from a test email, so it ends nothing. In everybody’s own email it ends these emails.
        </p>
      </Page>
    );
  }
  if (actionData) {
    return (
      <Page narrow>
        <h1>You get no more of these emails.</h1>
        <p role="status">Your address is erased from the list.</p>
        <p>
          <SmartLink to="/subscribe">Get them again</SmartLink>
        </p>
      </Page>
    );
  }
  return (
    <Page narrow>
      <h1>{STOP}</h1>
      <p>After this, the weekly email of what is coming no longer comes to you.</p>
      {/* Works without scripts, and from another site’s page in a mail program. */}
      <form method="post">
        <input type="hidden" name="List-Unsubscribe" value="One-Click" />
        <Button type="submit">{STOP}</Button>
      </form>
    </Page>
  );
}
