import { useEffect, useId, useLayoutEffect, useMemo, useRef, type FocusEvent } from 'react';
import { Empty } from '../empty.tsx';
import { CHUNK, DRAWN_WHOLE, rowChunks } from './chunks.ts';
import { openPressedRow, openRowOnEnter } from './open-row.ts';
import { TableChunk, type TableRows } from './table-chunk.tsx';
import { cellClass } from './table-column.ts';
import styles from './data-table.module.css';
import type { Selection } from './use-selection.ts';

interface DataTableProps<Row> extends TableRows<Row> {
  caption: string;
  captionHidden?: boolean;
  selection: Selection;
  empty: string;
}

export function DataTable<Row extends { key: string }>(props: DataTableProps<Row>) {
  const { caption, captionHidden = false, rows, nameOf, columns, selection, onEdit, empty } = props;
  const heading = useId();
  const chunks = useMemo(() => rowChunks(rows), [rows]);
  const { table, onFocus } = useGoingOn(rows);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={captionHidden ? 'visually-hidden' : styles.caption}>
        {caption}
      </h2>
      {rows.length === 0 && <Empty>{empty}</Empty>}
      <table
        ref={table}
        hidden={rows.length === 0}
        className={styles.table}
        aria-labelledby={heading}
        aria-rowcount={rows.length + 1}
        onFocus={onFocus}
        onClick={openPressedRow}
        onKeyDown={openRowOnEnter}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.tick}>
              <SelectAll rows={rows} selection={selection} label={`Select all: ${caption}`} />
            </th>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={cellClass(column)}>
                {column.header}
              </th>
            ))}
            <th scope="col" className={styles.edit}>
              <span className="visually-hidden">Edit</span>
            </th>
          </tr>
        </thead>
        {chunks.map((chunk, index) => (
          <TableChunk
            key={index}
            {...{ rows: chunk, nameOf, columns, onEdit }}
            toggle={selection.toggle}
            ticked={chunk.map(({ key }) => (selection.has(key) ? '1' : '0')).join('')}
            firstIndex={index * CHUNK + 2}
            always={rows.length <= DRAWN_WHOLE}
            near={index === 0}
          />
        ))}
      </table>
    </section>
  );
}

/** Once the row that had the focus is gone, the keyboard goes on at the one in its place. */
function useGoingOn(rows: readonly object[]) {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<{ row: Element; index: number }>(undefined);
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('tbody tr');
    last.current = row ? { row, index: Number(row.getAttribute('aria-rowindex')) } : undefined;
  };
  useLayoutEffect(() => {
    if (!last.current || last.current.row.isConnected || document.activeElement !== document.body) return;
    const index = Math.min(last.current.index, rows.length + 1);
    const box = table.current?.querySelector<HTMLElement>(`[aria-rowindex="${index}"] [type=checkbox]`);
    box?.focus({ preventScroll: true });
    if (document.activeElement !== box) document.querySelector('main')?.focus({ preventScroll: true });
  }, [rows]);
  return { table, onFocus };
}

function SelectAll({
  rows,
  selection,
  label,
}: {
  rows: readonly { key: string }[];
  selection: Selection;
  label: string;
}) {
  const box = useRef<HTMLInputElement>(null);
  const ticked = rows.filter(({ key }) => selection.has(key)).length;
  const isPartly = ticked > 0 && ticked < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={ticked === rows.length}
        onChange={(event) =>
          selection.setAll(
            rows.map(({ key }) => key),
            event.currentTarget.checked,
          )
        }
      />
    </label>
  );
}
