import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent as Press,
} from 'react';
import { Empty } from '../empty.tsx';
import { IconButton } from './icon-button.tsx';
import * as styles from './data-table.module.css';
import { CHUNK, DRAWN_WHOLE, groupedChunks, useNear } from './row-chunks.ts';
import type { Selection } from './use-selection.ts';
import { Copy, Pencil } from './icons.tsx';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  end?: boolean;
  /** Of its head, for the column's width. */
  headClass?: string | undefined;
}

function cellClass({ end }: Pick<Column<never>, 'end'>): string | undefined {
  return end ? styles.end : undefined;
}

function headClassOf({ end, headClass }: Pick<Column<never>, 'end' | 'headClass'>): string | undefined {
  return [cellClass({ end }), headClass].filter(Boolean).join(' ') || undefined;
}

interface DataTableProps<Row> extends TableRows<Row> {
  caption: string;
  captionHidden?: boolean;
  /** Left out, with `onEdit`, for anyone who may only read. */
  selection?: Selection | undefined;
  empty: string;
  /** What heads the rows of a group, which adjoin. Keep it the same function between renders. */
  groupOf?: (row: Row) => string;
}

export function DataTable<Row extends { key: string }>(props: DataTableProps<Row>) {
  const {
    caption,
    captionHidden = false,
    rows,
    nameOf,
    columns,
    selection,
    onEdit,
    onCopy,
    empty,
    groupOf = noGroup,
  } = props;
  const heading = useId();
  const chunks = useMemo(() => groupedChunks(rows, groupOf), [rows, groupOf]);
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
        className={onCopy ? `${styles.table} ${styles.copied}` : styles.table}
        aria-labelledby={heading}
        aria-rowcount={rows.length + 1}
        onFocus={onFocus}
        onClick={openPressedRow}
        onKeyDown={openRowOnEnter}
      >
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" className={styles.tick}>
                <SelectAll rows={rows} selection={selection} label={`Select all: ${caption}`} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.header} scope="col" className={headClassOf(column)}>
                {column.header}
              </th>
            ))}
            {onEdit && (
              <th scope="col" className={styles.edit}>
                <span className="visually-hidden">Edit</span>
              </th>
            )}
          </tr>
        </thead>
        {chunks.map((chunk) => (
          <TableChunk
            key={chunk.key}
            heading={chunk.heading}
            {...{ rows: chunk.rows, nameOf, columns, onEdit, onCopy }}
            toggle={selection?.toggle}
            ticked={chunk.rows.map(({ key }) => (selection?.has(key) ? '1' : '0')).join('')}
            firstIndex={chunk.before + 2}
            always={rows.length <= DRAWN_WHOLE}
            near={chunk.before < CHUNK}
          />
        ))}
      </table>
    </section>
  );
}

function noGroup(): string {
  return '';
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

interface TableRows<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The first column's cells head their rows. Keep it the same array between renders. */
  columns: readonly Column<Row>[];
  /** Keep it the same function between renders: then only changed rows are drawn again. */
  onEdit?: ((key: string) => void) | undefined;
  /** The same holds of it. */
  onCopy?: ((key: string) => void) | undefined;
}

interface TableChunkProps<Row> extends TableRows<Row> {
  toggle: Selection['toggle'] | undefined;
  /** '1' or '0' per row: a text, so that a chunk whose ticks are as before is not drawn again. */
  ticked: string;
  /** The place of its first row in the whole table, the header being 1. */
  firstIndex: number;
  heading: string;
  always: boolean;
  near: boolean;
}

const ROW_HEIGHT_PX = 49;

/** Some rows of a table: drawn while they are near the viewport, else one empty row of the same height. */
function TableChunk<Row extends { key: string }>(props: TableChunkProps<Row>): ReactNode {
  const { rows, nameOf, columns, onEdit, onCopy, toggle, ticked, firstIndex, heading, always } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { near, height } = useNear(body, { fromTheStart: props.near, estimate: rows.length * ROW_HEIGHT_PX });
  const isDrawn = near || always;
  // Remembered: a tick in one chunk does not draw the others again.
  const content = useMemo(() => {
    if (!isDrawn) return <Gap columns={columns.length + 2} height={height} />;
    return rows.map((row, at) => (
      <TableRow
        key={row.key}
        {...{ row, columns, onEdit, onCopy, toggle }}
        name={nameOf(row)}
        isTicked={ticked[at] === '1'}
        index={firstIndex + at}
      />
    ));
  }, [rows, nameOf, columns, onEdit, onCopy, toggle, ticked, firstIndex, isDrawn, height]);
  return (
    // Its heading is drawn from its name: a row of its own would count as one of the table's.
    <tbody ref={body} aria-label={(isDrawn && heading) || undefined} aria-hidden={isDrawn ? undefined : true}>
      {content}
    </tbody>
  );
}

function Gap({ columns, height }: { columns: number; height: number }) {
  return (
    <tr>
      <td aria-hidden colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  );
}

interface TableRowProps<Row> extends Pick<TableRows<Row>, 'columns' | 'onEdit' | 'onCopy'> {
  row: Row;
  name: string;
  isTicked: boolean;
  toggle: Selection['toggle'] | undefined;
  index: number;
}

function TableRow<Row extends { key: string }>({
  row,
  columns,
  name,
  isTicked,
  onEdit,
  onCopy,
  toggle,
  index,
}: TableRowProps<Row>) {
  return (
    <tr data-key={row.key} aria-rowindex={index} className={isTicked ? styles.ticked : undefined}>
      {toggle && (
        <td className={styles.tick}>
          <label className={styles.box}>
            <input type="checkbox" aria-label={`Select ${name}`} checked={isTicked} onChange={() => toggle(row.key)} />
          </label>
        </td>
      )}
      {columns.map((column, at) => {
        const Cell = at === 0 ? 'th' : 'td';
        return (
          <Cell key={column.header} scope={at === 0 ? 'row' : undefined} className={cellClass(column)}>
            {column.cell(row)}
          </Cell>
        );
      })}
      {onEdit && (
        <td className={styles.edit}>
          {onCopy && (
            <IconButton label={`Copy ${name}`} onClick={() => onCopy(row.key)}>
              <Copy size={18} />
            </IconButton>
          )}
          <IconButton label={`Edit ${name}`} onClick={() => onEdit(row.key)} data-edit>
            <Pencil size={18} />
          </IconButton>
        </td>
      )}
    </tr>
  );
}

type Modifiers = Pick<Press, 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What can be pressed itself keeps its own meaning, and selecting a text is no press. */
function openPressedRow(event: Press<HTMLTableElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label')) return;
  if (getSelection()?.isCollapsed !== false) openRow(target, event);
}

/** Space ticks a row's box, Enter opens its row. */
function openRowOnEnter(event: KeyboardEvent<HTMLTableElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || !(target instanceof Element) || !target.matches('[type=checkbox]')) return;
  event.preventDefault();
  openRow(target, event);
}

function openRow(within: Element, { ctrlKey, metaKey, shiftKey }: Modifiers): void {
  const row = within.closest('tbody tr');
  const opener = row?.querySelector('th a') ?? row?.querySelector('[data-edit]');
  opener?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
