import { requestSubscription } from '../../domain/digest/subscribe.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { AddressForm } from '../address-form.tsx';
import { askByAddress } from '../ask-by-address.server.ts';
import { answerFailedSaves } from '../refused-saves.ts';
import { requireDigest } from '../require-digest.server.ts';
import type { Route } from './+types/subscribe';

export function loader({ request, context }: Route.LoaderArgs) {
  requireDigest(context.get(siteContext), request);
  cacheUntil(context, { topics: [] });
  return {};
}

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireDigest(site, request);
  return askByAddress(request, (email) => requestSubscription(site.db, email));
}

/** Without an answer the page stays, with what was typed. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerFailedSaves];

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Events by email',
    description: 'What is coming, once a week by email.',
    path: '/subscribe',
  });

export default function Subscribe({ actionData }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  return (
    <Page narrow>
      <h1>Events by email</h1>
      <p>{`Once a week, what is coming at the ${name} in the next two weeks. Every email has a link that stops them.`}</p>
      <AddressForm asked={actionData} answer="Please look into your mail and confirm." label="Send me what is coming" />
    </Page>
  );
}
