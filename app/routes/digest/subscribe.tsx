import { requestSubscription } from '../../domain/digest/subscribe.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { AddressForm } from '../address-form.tsx';
import { askByAddress } from '../ask-by-address.server.ts';
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

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Events by mail',
    description: 'What is coming, once a week in your mail.',
    path: '/subscribe',
  });

export default function Subscribe({ actionData }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  return (
    <Page narrow>
      <h1>Events by mail</h1>
      <p>{`Once a week, what is coming at the ${name} in the next two weeks. Every mail has a link to stop them.`}</p>
      <AddressForm asked={actionData} answer="Please look into your mail and confirm." label="Send me what is coming" />
    </Page>
  );
}
