import { execApplication } from '../domain/forms/exec-application.ts';
import { cacheUntil } from '../http/cache/cache-until.ts';
import { siteContext } from '../http/context.server.ts';
import { requirePage } from './optional-page.server.ts';
import { Arrived } from '../ui/form/form-status.tsx';
import { TextArea, TextField } from '../ui/form/field.tsx';
import * as formStyles from '../ui/form/form.module.css';
import { Page } from '../ui/page.tsx';
import { headOf, useSiteFacts } from '../ui/site-facts.ts';
import type { Route } from './+types/apply';
import { loadPoster } from './load-poster.ts';
import { SubmissionForm } from './submission-form.tsx';

export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  requirePage(site, 'apply');
  cacheUntil(context, { topics: [] });
  return { address: site.club.forms.execApplication };
}

const TITLE = 'Join the executive team';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: TITLE, description: 'Apply to help run the club.', path: '/apply' });

export default function Apply({ loaderData: { address } }: Route.ComponentProps) {
  const { name } = useSiteFacts();
  return (
    <Page narrow>
      <h1>{TITLE}</h1>
      <p>{`Tell us about yourself, and we will write to you. The ${name} is run by students like you.`}</p>
      <SubmissionForm
        form={execApplication()}
        address={address}
        load={loadPoster}
        button="Apply"
        done={{
          said: <Arrived className={formStyles.arrived}>Application submitted</Arrived>,
          another: 'Send another application',
        }}
      >
        {(field) => (
          <>
            <TextField {...field('name')} required autoComplete="name" />
            <TextField {...field('email')} type="email" required autoComplete="email" />
            <TextField {...field('currentYear')} autoComplete="off" />
            <TextField {...field('years')} autoComplete="off" />
            <TextField {...field('role')} autoComplete="off" />
            <TextArea {...field('intrCscExec')} rows={5} />
            <TextArea {...field('skills')} rows={4} />
            <TextArea {...field('workshop')} rows={4} />
          </>
        )}
      </SubmissionForm>
    </Page>
  );
}
