import { useCallback } from 'react';
import { Link } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { neutralised } from '../../../domain/responses/csv.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { viewSubmissions, type SubmissionsTable } from '../../../domain/responses/view-responses.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { AnswersTable, DownloadBar } from '../../../ui/admin/answers-table.tsx';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/submissions';
import styles from './submissions.module.css';

export const meta: Route.MetaFunction = ({ matches }) =>
  headOf(matches, { title: 'Submissions', description: 'What the forms received.', path: '/admin/submissions' });

export const middleware = [needs('handle submissions')];

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, club, clock } = context.get(siteContext);
  const whole = new URL(request.url).searchParams.get('all');
  return { tables: await toLoaderData(() => viewSubmissions(db, context.get(actorContext), club, whole)), clock };
}

export const handle = { topics: ['submission'] } satisfies LiveHandle;

export default function Submissions({ loaderData: { tables, clock } }: Route.ComponentProps) {
  return (
    <AdminScreen title="Submissions">
      {tables.map((table) => (
        <FormTable key={table.form} table={table} clock={clock} />
      ))}
    </AdminScreen>
  );
}

function FormTable({ table, clock }: { table: SubmissionsTable; clock: ClubClock }) {
  const { form, title, columns, rows, count } = table;
  const formatTime = useCallback((time: number) => formatMoment(time, clock), [clock]);
  return (
    <section className={styles.form} aria-labelledby={`form-${form}`}>
      <h2 id={`form-${form}`}>{title}</h2>
      {count === 0 && <Empty>Nothing has been sent to this form yet. What comes appears here by itself.</Empty>}
      {count > 0 && (
        <>
          <DownloadBar href={`/admin/submissions/${form}/submissions.csv`}>
            <span>
              {rows.length < count
                ? `The newest ${rows.length} of ${count.toLocaleString('en')}`
                : `${count.toLocaleString('en')} in all`}
            </span>
            {rows.length < count && (
              <Link to={`?all=${form}`} preventScrollReset>
                Show all
              </Link>
            )}
          </DownloadBar>
          <AnswersTable label={title} {...{ columns, rows, formatTime }} toCopied={neutralised} />
        </>
      )}
    </section>
  );
}
