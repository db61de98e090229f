import { merchOrder } from '../domain/forms/merch-order.ts';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { siteContext } from '../http/context.server.ts';
import { requirePage } from './optional-page.server.ts';
import { Arrived } from '../ui/form/form-status.tsx';
import { TextField } from '../ui/form/field.tsx';
import * as formStyles from '../ui/form/form.module.css';
import { Page } from '../ui/page.tsx';
import { headOf, useSiteFacts } from '../ui/site-facts.ts';
import type { Route } from './+types/merch';
import { loadPoster } from './load-poster.ts';
import { SubmissionForm } from './submission-form.tsx';

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requirePage(site, 'merch');
  cacheUntil(context, { topics: [] });
  return { address: site.club.forms.merchOrder };
}

const TITLE = 'Order merchandise';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: TITLE, description: 'Order something with the club’s name on it.', path: '/merch' });

export default function Merch({ loaderData: { address } }: Route.ComponentProps) {
  const facts = useSiteFacts();
  return (
    <Page narrow>
      <h1>{TITLE}</h1>
      <p>{`Order something with the name of the ${facts.name} on it. We will write to you when it arrives.`}</p>
      <SubmissionForm
        form={merchOrder(facts)}
        address={address}
        load={loadPoster}
        button="Order"
        done={{
          said: <Arrived className={formStyles.arrived}>Order submitted</Arrived>,
          another: 'Order something else',
        }}
      >
        {(field) => (
          <>
            <TextField {...field('email')} type="email" required autoComplete="email" />
            <TextField {...field('id')} required autoComplete="off" />
            <TextField {...field('color')} required autoComplete="off" />
            <TextField {...field('size')} required autoComplete="off" />
            <TextField {...field('refnum')} autoComplete="off" />
          </>
        )}
      </SubmissionForm>
    </Page>
  );
}
