import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { isEmail } from '../../../domain/email-address.ts';
import { neutralised } from '../../../domain/responses/csv.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { viewSubmissions, type SubmissionsTable } from '../../../domain/responses/view-responses.ts';
import { folded, searchWords } from '../../../domain/search-words.ts';
import { toLoaderData } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { Empty } from '../../../ui/empty.tsx';
import { AnswersTable, DownloadBar } from '../../../ui/admin/answers-table.tsx';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { TextField } from '../../../ui/form/field.tsx';
import { headOf, useSiteFacts } from '../../../ui/site-facts.ts';
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
  const [typed, setTyped] = useState('');
  const words = searchWords(typed);
  const isAsideOf = ({ isUsed, count }: SubmissionsTable) => !isUsed && count === 0;
  const aside = tables.filter(isAsideOf);
  return (
    <AdminScreen title="Submissions">
      <TextField
        label="Find a submission"
        hint="By name, address or word, among those shown."
        name="find"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {tables
        .filter((table) => !isAsideOf(table))
        .map((table) => (
          <FormTable key={table.form} {...{ table, clock, words }} />
        ))}
      {aside.length > 0 && (
        <details>
          <summary>Forms that no page shows: {aside.map(({ title }) => title).join(', ')}</summary>
          {aside.map((table) => (
            <FormTable key={table.form} {...{ table, clock, words }} />
          ))}
        </details>
      )}
    </AdminScreen>
  );
}

interface FormTableProps {
  table: SubmissionsTable;
  clock: ClubClock;
  /** What is looked for. */
  words: string[];
}

type Row = SubmissionsTable['rows'][number];

function hasAll({ cells }: Row, words: string[]): boolean {
  const text = folded(cells.join(' '));
  return words.every((word) => text.includes(word));
}

function FormTable({ table, clock, words }: FormTableProps) {
  const { form, title, columns, count } = table;
  const formatTime = useCallback((time: number) => formatMoment(time, clock), [clock]);
  const rows = words.length === 0 ? table.rows : table.rows.filter((row) => hasAll(row, words));
  return (
    <section className={styles.form} aria-labelledby={`form-${form}`}>
      <h2 id={`form-${form}`}>{title}</h2>
      {count === 0 && <Empty>Nothing has been sent to this form yet. New submissions appear here by themselves.</Empty>}
      {count > 0 && (
        <>
          <DownloadBar href={`/admin/submissions/${form}/submissions.csv`}>
            <span>
              {table.rows.length < count
                ? `The newest ${table.rows.length} of ${count.toLocaleString('en')}`
                : `${count.toLocaleString('en')} in all`}
            </span>
            {table.rows.length < count && (
              <Link to={`?all=${form}`} preventScrollReset>
                Show all
              </Link>
            )}
          </DownloadBar>
          {words.length > 0 && (
            <p role="status">{rows.length === 0 ? 'No submissions found.' : `${rows.length} found`}</p>
          )}
          {rows.length > 0 && (
            <AnswersTable
              label={title}
              {...{ columns, rows, formatTime }}
              toCopied={neutralised}
              action={{ header: 'Reply', cell: (row) => <Reply {...{ columns, row }} /> }}
            />
          )}
        </>
      )}
    </section>
  );
}

/** In the officer's own mail program. */
function Reply({ columns, row: { cells } }: Pick<SubmissionsTable, 'columns'> & { row: Row }) {
  const { name } = useSiteFacts();
  const textOf = (wanted: string) => cells[columns.findIndex((column) => column.name === wanted)] ?? '';
  const address = textOf('email');
  if (!isEmail(address)) return null;
  const subject = encodeURIComponent(`Your message to the ${name}`);
  return (
    <a className={styles.reply} href={`mailto:${encodeURIComponent(address)}?subject=${subject}`}>
      Reply <span className="visually-hidden">to {textOf('name') || address}</span>
    </a>
  );
}
