import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { CopyButton } from '../copy-button.tsx';
import * as styles from './answers-table.module.css';
import { RowChunk } from './row-chunk.tsx';
import { ROWS_PER_CHUNK, MOST_ROWS_DRAWN_AT_ONCE, rowChunks } from './row-chunks.ts';
import { Copy, Download } from './icons.tsx';
import { TickBox } from './tick-box.tsx';
import type { Selection } from './use-selection.ts';

interface AnswersRow {
  key: string;
  /** Epoch milliseconds. */
  receivedAt: number;
  /** null if the field was not asked. */
  cells: (string | null)[];
}

interface AnswersTableProps<Row extends AnswersRow> {
  label: string;
  /** A cell whose text is `warning` is highlighted. */
  columns: { name: string; label: string; warning?: string }[];
  rows: Row[];
  formatTime: (time: number) => string;
  /** Makes the text of a copied column safe to paste, for example into a spreadsheet. */
  toCopied: (text: string) => string;
  /** For rows about a person: their status is in the first column, and the time they came in the last. */
  status?: RowStatus<Row> | undefined;
  /** The ticked rows; left out where nothing can be done with several at once. */
  selection?: Selection | undefined;
  /** On a phone each row’s answers stand below each other, so that long ones can be read. */
  stacks?: boolean;
  /** What can be done with each row; defaults to the status's menu. */
  action?: { header: string; cell: (row: Row) => ReactNode } | undefined;
}

interface RowStatus<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Left out where nothing can be done with a row. */
  menu?: ((row: Row) => ReactNode) | undefined;
}

const COPY_COLUMN = (
  <>
    <Copy size={16} />
    <span className="visually-hidden">Copy column</span>
  </>
);

const ROW_HEIGHT_PX = 42;

export function AnswersTable<Row extends AnswersRow>(props: AnswersTableProps<Row>) {
  const { label, columns, rows, status, selection } = props;
  const action = props.action ?? (status?.menu && { header: 'Actions', cell: status.menu });
  const isPrinting = usePrinting();
  const scroller = useRef<HTMLDivElement>(null);
  const hasRoom = useRoom(scroller);
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-has-room={hasRoom || undefined}
      data-stacks={props.stacks || undefined}
      role="group"
      aria-label={label}
      tabIndex={hasRoom ? undefined : 0}
    >
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
        <Head {...props} action={action} />
        {rowChunks(rows).map((chunk, index) => (
          <RowChunk
            key={index}
            always={isPrinting || rows.length <= MOST_ROWS_DRAWN_AT_ONCE}
            isFirst={index === 0}
            estimate={chunk.length * ROW_HEIGHT_PX}
            columns={columns.length + (status ? 2 : 1) + (action ? 1 : 0) + (selection ? 1 : 0)}
          >
            {() =>
              chunk.map((row, at) => (
                <Row key={row.key} {...props} action={action} row={row} index={index * ROWS_PER_CHUNK + 2 + at} />
              ))
            }
          </RowChunk>
        ))}
      </table>
    </div>
  );
}

type PartProps<Row extends AnswersRow> = Pick<
  AnswersTableProps<Row>,
  'columns' | 'rows' | 'formatTime' | 'toCopied' | 'status' | 'selection' | 'action'
>;

function Head<Row extends AnswersRow>({ columns, rows, toCopied, status, selection, action }: PartProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles.tick}>
            <span className="visually-hidden">Select</span>
          </th>
        )}
        <th scope="col" className={status && styles.status}>
          {status?.header ?? 'Received'}
        </th>
        {columns.map((column, at) => (
          <th key={column.name} scope="col">
            <span className={styles.heading}>
              {column.label}
              <CopyButton label={COPY_COLUMN} text={() => toCopied(joinColumn(rows, at))} />
            </span>
          </th>
        ))}
        {status && <th scope="col">Received</th>}
        {action && (
          <th scope="col" className={styles.menu}>
            <span className="visually-hidden">{action.header}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps<Row extends AnswersRow> extends PartProps<Row> {
  row: Row;
  index: number;
}

function Row<Shown extends AnswersRow>(props: RowProps<Shown>) {
  const { row, index, columns, formatTime, status, selection, action } = props;
  return (
    <tr aria-rowindex={index}>
      {selection && (
        <td className={styles.tick}>
          <TickBox
            label={`Select ${row.cells[0] ?? ''}`}
            checked={selection.has(row.key)}
            onChange={(isTicked) => selection.setAll([row.key], isTicked)}
          />
        </td>
      )}
      {status ? <td>{status.cell(row)}</td> : <th scope="row">{formatTime(row.receivedAt)}</th>}
      {row.cells.map((cell, column) => (
        <Cell
          key={column}
          text={cell}
          label={columns[column]?.label ?? ''}
          isHeader={status !== undefined && column === 0}
          isWarning={cell !== null && cell === columns[column]?.warning}
        />
      ))}
      {status && <td className={styles.time}>{formatTime(row.receivedAt)}</td>}
      {action && <td className={styles.menu}>{action.cell(row)}</td>}
    </tr>
  );
}

interface CellProps {
  text: string | null;
  /** The column's. */
  label: string;
  isHeader: boolean;
  isWarning: boolean;
}

function Cell({ text, label, isHeader, isWarning }: CellProps) {
  const isLong = LONG_WORD.test(text ?? '');
  const attributes = { dir: 'auto', 'data-long': isLong || undefined, 'data-warning': isWarning || undefined };
  return isHeader ? (
    <th scope="row" className={styles.named} {...attributes}>
      {text ?? '–'}
    </th>
  ) : (
    <td data-label={label} {...attributes}>
      {text ?? '–'}
    </td>
  );
}

/** Longer than most email addresses. On paper, such a word is broken so that its column leaves room for the others. */
const LONG_WORD = /\S{33}/;

/** A column's values without the empty ones, joined by commas (product.md 2, One event). */
function joinColumn(rows: AnswersRow[], column: number): string {
  return rows
    .map(({ cells }) => cells[column] ?? '')
    .filter((text) => text !== '')
    .join(',');
}

/** Whether all columns fit: then only the page scrolls, and the headings stay in sight. */
function useRoom(scroller: RefObject<HTMLElement | null>): boolean {
  const [hasRoom, setRoom] = useState(false);
  useEffect(() => {
    const { current } = scroller;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setRoom(current.scrollWidth <= current.clientWidth));
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return hasRoom;
}

/**
 * True while the page is being printed: rows that are otherwise drawn only near the viewport must all be there then.
 */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser captures the page as soon as this handler returns, so React has to render at once.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

export function DownloadBar({ href, children }: { href: string; children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <a href={href} download className={styles.download}>
        <Download size={20} />
        Download CSV
      </a>
      {children}
    </div>
  );
}
