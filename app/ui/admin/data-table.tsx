import { type ReactNode, useEffect, useId, useRef, type KeyboardEvent, type MouseEvent as Press } from 'react';
import { Empty } from '../empty.tsx';
import { IconButton } from '../icon-button.tsx';
import * as styles from './data-table.module.css';
import { RowChunk } from './row-chunk.tsx';
import { ROWS_PER_CHUNK, MOST_ROWS_DRAWN_AT_ONCE, groupedChunks } from './row-chunks.ts';
import { TickBox } from './tick-box.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { Selection } from './use-selection.ts';
import { Copy, Pencil, Trash2 } from './icons.tsx';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns the column at the end, for numbers. */
  end?: boolean;
  /** The class of the heading cell, which sets the column's width. */
  headClass?: string | undefined;
}

function cellClass({ end }: Pick<Column<never>, 'end'>): string | undefined {
  return end ? styles.end : undefined;
}

function headClassOf({ end, headClass }: Pick<Column<never>, 'end' | 'headClass'>): string | undefined {
  return [cellClass({ end }), headClass].filter(Boolean).join(' ') || undefined;
}

interface DataTableProps<Row> {
  caption: string;
  captionHidden?: boolean;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The cells of the first column are the row headers. */
  columns: readonly Column<Row>[];
  /** Left out, like `onEdit`, for people who may only read. */
  selection?: Selection | undefined;
  onEdit?: ((key: string) => void) | undefined;
  onCopy?: ((key: string) => void) | undefined;
  /** Removes one row, without ticking it, with a button beside ‘Edit’. */
  onRemove?: ((row: Row) => void) | undefined;
  /** Whether a row may be changed; when left out, every row may. */
  isEditable?: (row: Row) => boolean;
  empty: string;
  /** The heading of a row's group. Rows of one group have to be adjacent. */
  groupOf?: (row: Row) => string;
}

export function DataTable<Row extends { key: string }>(props: DataTableProps<Row>) {
  const { caption, captionHidden = false, rows, nameOf, columns, selection, onEdit, onCopy, onRemove, empty } = props;
  const { groupOf = () => '', isEditable = () => true } = props;
  const heading = useId();
  const { list, onFocus } = useKeptFocus<HTMLTableElement>(rows, 'tr[data-key]');
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={captionHidden ? 'visually-hidden' : styles.caption}>
        {caption}
      </h2>
      {rows.length === 0 && <Empty>{empty}</Empty>}
      <table
        ref={list}
        hidden={rows.length === 0}
        className={onCopy || onRemove ? `${styles.table} ${styles.copied}` : styles.table}
        aria-labelledby={heading}
        aria-rowcount={rows.length + 1}
        onFocus={onFocus}
        onClick={openPressedRow}
        onKeyDown={openRowOnEnter}
      >
        <TableHead {...props} />
        {groupedChunks(rows, groupOf).map((chunk) => (
          <RowChunk
            key={chunk.key}
            heading={chunk.heading}
            always={rows.length <= MOST_ROWS_DRAWN_AT_ONCE}
            isFirst={chunk.before < ROWS_PER_CHUNK}
            estimate={chunk.rows.length * ROW_HEIGHT_PX}
            columns={columns.length + 2}
          >
            {() =>
              chunk.rows.map((row, at) => (
                <TableRow
                  key={row.key}
                  row={row}
                  nameOf={nameOf}
                  columns={columns}
                  selection={selection}
                  onEdit={onEdit}
                  onCopy={onCopy}
                  onRemove={onRemove}
                  isEditable={isEditable(row)}
                  index={chunk.before + 2 + at}
                />
              ))
            }
          </RowChunk>
        ))}
      </table>
    </section>
  );
}

function TableHead<Row extends { key: string }>(props: DataTableProps<Row>) {
  const { caption, rows, columns, selection, onEdit, isEditable = () => true } = props;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.tick}>
            <SelectAll rows={rows.filter(isEditable)} selection={selection} label={`Select all: ${caption}`} />
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
  );
}

interface SelectAllProps {
  rows: readonly { key: string }[];
  selection: Selection;
  label: string;
}

function SelectAll({ rows, selection, label }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const ticked = rows.filter(({ key }) => selection.has(key)).length;
  const isPartly = ticked > 0 && ticked < rows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <TickBox
      ref={box}
      label={label}
      checked={rows.length > 0 && ticked === rows.length}
      onChange={(isTicked) =>
        selection.setAll(
          rows.map(({ key }) => key),
          isTicked,
        )
      }
    />
  );
}

const ROW_HEIGHT_PX = 49;

interface TableRowProps<Row> extends Pick<
  DataTableProps<Row>,
  'nameOf' | 'columns' | 'selection' | 'onEdit' | 'onCopy' | 'onRemove'
> {
  row: Row;
  index: number;
  isEditable: boolean;
}

function TableRow<Row extends { key: string }>(props: TableRowProps<Row>) {
  const { row, nameOf, columns, selection, onEdit, onCopy, onRemove, index, isEditable } = props;
  const name = nameOf(row);
  const isTicked = selection?.has(row.key) ?? false;
  return (
    <tr data-key={row.key} aria-rowindex={index} className={isTicked ? styles.ticked : undefined}>
      {selection && (
        <td className={styles.tick}>
          {isEditable && (
            <TickBox
              label={`Select ${name}`}
              checked={isTicked}
              onChange={() => selection.setAll([row.key], !isTicked)}
            />
          )}
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
          {isEditable && (
            <>
              {onCopy && (
                <IconButton label={`Copy ${name}`} onClick={() => onCopy(row.key)}>
                  <Copy size={18} />
                </IconButton>
              )}
              <IconButton label={`Edit ${name}`} onClick={() => onEdit(row.key)} data-edit>
                <Pencil size={18} />
              </IconButton>
              {onRemove && (
                <IconButton label={`Remove ${name}`} onClick={() => onRemove(row)}>
                  <Trash2 size={18} />
                </IconButton>
              )}
            </>
          )}
        </td>
      )}
    </tr>
  );
}

type Modifiers = Pick<Press, 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Links, buttons and fields in a row keep their own clicks, and selecting text does not open the row. */
function openPressedRow(event: Press<HTMLTableElement>): void {
  const { target } = event;
  if (!(target instanceof Element) || target.closest('a, button, input, select, textarea, label, summary, dialog'))
    return;
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
