import { useEffect, useRef, useState } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { TABLE_MOST, TABLE_PAGE, tableQuery, type TablePage } from './table-address.ts';
import * as fields from '../../../ui/form/field.module.css';
import * as styles from './table-page.module.css';
import { inBackground } from '../../../ui/in-background.ts';

/** While someone is still typing, the table stays as it is. */
const PAUSE_MS = 250;

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
      <label htmlFor="search-events">Search events</label>
      <input
        id="search-events"
        type="search"
        className={fields.input}
        name="search"
        placeholder="Title, place, year"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => onChange(currentTarget.form, currentTarget.value)}
      />
    </Form>
  );
}

interface MoreEventsProps extends TablePage {
  shown: number;
  total: number;
  part: string;
}

export function MoreEvents({ shown, total, part, search, limit }: MoreEventsProps) {
  if (shown >= total) return null;
  return (
    <div className={styles.more}>
      <p>
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} {part} events
        {limit >= TABLE_MOST && '. Search to find the others'}
      </p>
      {limit < TABLE_MOST && (
        <Link to={{ search: tableQuery({ search, limit: limit + TABLE_PAGE }) }} replace preventScrollReset>
          Show more {part} events
        </Link>
      )}
    </div>
  );
}

export function FoundEvents({ search, total }: Pick<TablePage, 'search'> & { total: number }) {
  const found = total === 0 ? 'No event' : `${total.toLocaleString('en')} ${total === 1 ? 'event' : 'events'}`;
  return (
    <p role="status" className="visually-hidden">
      {search && `${found} found`}
    </p>
  );
}
