import { Form, Link } from 'react-router';
import * as fields from '../form/field.module.css';
import { LONGEST_SEARCH, TABLE_MOST, TABLE_PAGE, tableQuery, type TablePage } from './table-address.ts';
import * as styles from './table-search.module.css';
import { useSearch } from './use-search.ts';

interface TableSearchProps {
  id: string;
  label: string;
  placeholder: string;
  search: string;
  className?: string | undefined;
}

/** Searches a table that loads only its first rows. */
export function TableSearch({ id, label, placeholder, search, className = '' }: TableSearchProps) {
  const { typed, type } = useSearch(search);
  return (
    <Form role="search" replace preventScrollReset className={`${styles.search} ${className}`}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        className={fields.input}
        name="search"
        placeholder={placeholder}
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget)}
      />
    </Form>
  );
}

interface MoreRowsProps extends TablePage {
  shown: number;
  total: number;
  noun: string;
}

export function MoreRows({ shown, total, noun, search, limit }: MoreRowsProps) {
  if (shown >= total) return null;
  return (
    <div className={styles.more}>
      <p>
        {shown.toLocaleString('en')} of {total.toLocaleString('en')} {noun}
        {limit >= TABLE_MOST && '. Search to find the others'}
      </p>
      {limit < TABLE_MOST && (
        <Link to={{ search: tableQuery({ search, limit: limit + TABLE_PAGE }) }} replace preventScrollReset>
          Show more {noun}
        </Link>
      )}
    </div>
  );
}
