import { useEffect, useRef, useState } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { TABLE_MOST, TABLE_PAGE, tableQuery, type TablePage } from './table-address.ts';
import fields from '../../../ui/form/field.module.css';
import styles from './table-page.module.css';
import { inBackground } from '../../../ui/in-background.ts';

/** While someone is still typing, the table stays as it is. */
const PAUSE_MS = 250;

/** Finds events by a part of their title, while it is typed. */
export function SearchEvents({ search }: { search: string }) {
  const submit = useSubmit();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState(search);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (form: HTMLFormElement | null, text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => inBackground(submit(form, { replace: true, preventScrollReset: true })), PAUSE_MS);
  };
  return (
    <Form role="search" replace preventScrollReset className={styles.search}>
      <label htmlFor="search-events">Search by title</label>
      <input
        id="search-events"
        type="search"
        className={fields.input}
        name="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.form, currentTarget.value)}
      />
    </Form>
  );
}

/** How many of the events the table shows, and the way to more. */
export function MoreEvents({ shown, total, search, limit }: TablePage & { shown: number; total: number }) {
  const isMore = shown < total && limit < TABLE_MOST;
  const next = tableQuery({ search, limit: limit + TABLE_PAGE });
  return (
    <div className={styles.more}>
      <p role="status" className={total === 0 ? 'visually-hidden' : undefined}>
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} {total === 1 ? 'event' : 'events'}
        {shown < total && !isMore && '. Search by title to find the others'}
      </p>
      {isMore && (
        <Link to={{ search: next }} replace preventScrollReset>
          Show more
        </Link>
      )}
    </div>
  );
}
