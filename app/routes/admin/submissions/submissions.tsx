import { useState } from 'react';
import { Link } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { isEmail } from '../../../domain/email-address.ts';
import { neutralised } from '../../../domain/csv.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { viewSubmissions, type SubmissionsTable } from '../../../domain/responses/view-responses.ts';
import { folded, searchWords } from '../../../domain/search-words.ts';
import { toLoader } from '../../../http/actions.ts';
import { Empty } from '../../../ui/empty.tsx';
import { AnswersTable, DownloadBar } from '../../../ui/admin/answers-table.tsx';
import { useCommands } from '../../../ui/admin/commands.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { TextField } from '../../../ui/form/field.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import type { Route } from './+types/submissions';
import * as styles from './submissions.module.css';

export const meta = screenHead({
  title: 'Submissions',
  description: 'What the forms received.',
  path: '/admin/submissions',
});

export const middleware = [needs('handle submissions')];

export const loader = toLoader(async ({ site: { db, club, clock }, actor, request }) => {
  const whole = new URL(request.url).searchParams.get('all');
  return { tables: await viewSubmissions(db, actor, club, whole), clock };
});

export const handle = { topics: ['submission'] } satisfies LiveHandle;

export default function Submissions({ loaderData: { tables, clock } }: Route.ComponentProps) {
  const { publicUrl } = useSiteFacts();
  const [typed, setTyped] = useState('');
  const words = searchWords(typed);
  const isAsideOf = ({ isUsed, count }: SubmissionsTable) => !isUsed && count === 0;
  const aside = tables.filter(isAsideOf);
  return (
    <AdminScreen title="Submissions">
      <div className={styles.where}>
        <span>People join at /signup.</span>
        <CopyLink url={`${publicUrl}/signup`} of="/signup" />
      </div>
      {tables.some(({ count }) => count > 0) && (
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
      )}
      {tables
        .filter((table) => !isAsideOf(table))
        .map((table) => (
          <FormTable key={table.form} table={table} clock={clock} words={words} />
        ))}
      {aside.length > 0 && (
        <details>
          <summary>Forms that no page shows: {aside.map(({ title }) => title).join(', ')}</summary>
          {aside.map((table) => (
            <FormTable key={table.form} table={table} clock={clock} words={words} />
          ))}
        </details>
      )}
    </AdminScreen>
  );
}

interface FormTableProps {
  table: SubmissionsTable;
  clock: ClubClock;
  /** The words searched for. */
  words: string[];
}

type Row = SubmissionsTable['rows'][number];

function hasAll({ cells }: Row, words: string[]): boolean {
  const text = folded(cells.join(' '));
  return words.every((word) => text.includes(word));
}

function FormTable({ table, clock, words }: FormTableProps) {
  const { form, title, columns, count, done } = table;
  const matching = (rows: Row[]) => (words.length === 0 ? rows : rows.filter((row) => hasAll(row, words)));
  const [open, finished] = [matching(table.rows), matching(done.rows)];
  const found = open.length + finished.length;
  const formatTime = (time: number) => formatMoment(time, clock);
  const drawn = { columns, formatTime, toCopied: neutralised, stacks: true };
  const mark = (row: Row, isDone: boolean) => <RowActions table={table} row={row} clock={clock} isDone={isDone} />;
  return (
    <section className={styles.form} aria-labelledby={`form-${form}`}>
      <h2 id={`form-${form}`}>{title}</h2>
      {count === 0 && <Empty>Nothing has been sent to this form yet. New submissions appear here by themselves.</Empty>}
      {count > 0 && (
        <>
          <DownloadBar href={`/admin/submissions/${form}/submissions.csv`}>
            <span>{countText(table)}</span>
            {isCut(table) && (
              <Link to={`?all=${form}`} preventScrollReset>
                Show all
              </Link>
            )}
          </DownloadBar>
          {words.length > 0 && <p role="status">{foundText(table, found)}</p>}
          {open.length > 0 && (
            <AnswersTable
              label={title}
              {...drawn}
              rows={open}
              action={{ header: 'Actions', cell: (row) => mark(row, true) }}
            />
          )}
          {table.rows.length === 0 && <p>Nothing new.</p>}
          {finished.length > 0 && (
            <details open={words.length > 0 || undefined}>
              <summary>Done ({done.count.toLocaleString('en')})</summary>
              <AnswersTable
                label={`${title}, done`}
                {...drawn}
                rows={finished}
                action={{ header: 'Actions', cell: (row) => mark(row, false) }}
              />
            </details>
          )}
        </>
      )}
    </section>
  );
}

interface RowActionsProps extends Pick<FormTableProps, 'table' | 'clock'> {
  row: Row;
  /** True if its button moves it to Done, false if it moves it back to the new ones. */
  isDone: boolean;
}

function RowActions({ table: { form, columns }, row, clock, isDone }: RowActionsProps) {
  const run = useCommands();
  const from = textOf(columns, row, 'name') || textOf(columns, row, 'email');
  return (
    <span className={styles.actions}>
      <Reply columns={columns} row={row} />
      <button
        type="button"
        className={styles.mark}
        onClick={() =>
          run({
            action: `/admin/submissions/${form}/${encodeURIComponent(row.key)}/done`,
            method: isDone ? 'post' : 'delete',
            done: isDone ? 'Moved to Done.' : 'Moved back to the new ones.',
            goes: true,
          })
        }
      >
        {isDone ? 'Done' : 'New again'}
        <span className="visually-hidden">: {from || formatMoment(row.receivedAt, clock)}</span>
      </button>
    </span>
  );
}

function foundText(table: SubmissionsTable, found: number): string {
  if (found > 0) return `${found.toLocaleString('en')} found`;
  return isCut(table)
    ? 'No submissions found among those shown. ‘Show all’ looks through all of them.'
    : 'No submissions found.';
}

function isCut({ rows, count, done }: SubmissionsTable): boolean {
  return rows.length + done.rows.length < count;
}

/** 'The newest 100 of 1,500', '3 new, 12 in all' */
function countText(table: SubmissionsTable): string {
  const { rows, count, done } = table;
  const all = count.toLocaleString('en');
  if (isCut(table)) return `The newest ${(rows.length + done.rows.length).toLocaleString('en')} of ${all}`;
  return done.count === 0 ? `${all} in all` : `${(count - done.count).toLocaleString('en')} new, ${all} in all`;
}

function textOf(columns: SubmissionsTable['columns'], { cells }: Row, wanted: string): string {
  return cells[columns.findIndex(({ name }) => name === wanted)] ?? '';
}

/** Opens the officer's own mail program. */
function Reply({ columns, row }: Pick<SubmissionsTable, 'columns'> & { row: Row }) {
  const { name } = useSiteFacts();
  const address = textOf(columns, row, 'email');
  if (!isEmail(address)) return null;
  const subject = encodeURIComponent(`Your message to the ${name}`);
  return (
    <a className={styles.reply} href={`mailto:${encodeURIComponent(address)}?subject=${subject}`}>
      Reply <span className="visually-hidden">to {textOf(columns, row, 'name') || address}</span>
    </a>
  );
}
