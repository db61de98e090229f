import { requestCard } from '../../domain/members/card-requests.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext } from '../../http/context.server.ts';
import { ButtonLink } from '../../ui/button.tsx';
import * as form from '../../ui/form/form.module.css';
import { Page } from '../../ui/page.tsx';
import { headOf, useSiteFacts } from '../../ui/site-facts.ts';
import { AddressForm } from '../address-form.tsx';
import { askByAddress } from '../ask-by-address.server.ts';
import { answerFailedSaves } from '../refused-saves.ts';
import { requireMembership } from '../require-membership.server.ts';
import type { Route } from './+types/membership';

export function loader({ request, context }: Route.LoaderArgs) {
  const { fee = '' } = requireMembership(context.get(siteContext), request);
  cacheUntil(context, { topics: [] });
  return { fee };
}

export function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  requireMembership(site, request);
  return askByAddress(request, (email) => requestCard(site.db, email));
}

/** If no answer comes, the page stays, and so does what was typed. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerFailedSaves];

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, {
    title: 'Membership',
    description: 'What membership is, and your card.',
    path: '/membership',
  });

export default function Membership({ loaderData: { fee }, actionData }: Route.ComponentProps) {
  const { name } = useSiteFacts();
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
        <AddressForm
          asked={actionData}
          answer="If this address belongs to a member, we have sent its card."
          label="Send me my card"
          quiet
        />
      </section>
    </Page>
  );
}
