import { useMemo, useRef, type ReactNode } from 'react';
import { Pencil } from './icons.tsx';
import icon from '../icon-button.module.css';
import { cellClass, type Column } from './table-column.ts';
import styles from './data-table.module.css';
import { useNear } from './use-near.ts';

export interface TableRows<Row> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** The first column's cells head their rows. Keep it the same array between renders. */
  columns: readonly Column<Row>[];
  /** Keep it the same function between renders: then only changed rows are drawn again. */
  onEdit: (key: string) => void;
}

interface TableChunkProps<Row> extends TableRows<Row> {
  toggle: (key: string) => void;
  /** '1' or '0' per row: a text, so that a chunk whose ticks are as before is not drawn again. */
  ticked: string;
  /** The place of its first row in the whole table, the header being 1. */
  firstIndex: number;
  always: boolean;
  near: boolean;
}

const ROW_HEIGHT_PX = 49;

/** Some rows of a table: drawn while they are near the viewport, else one empty row of the same height. */
export function TableChunk<Row extends { key: string }>(props: TableChunkProps<Row>): ReactNode {
  const { rows, nameOf, columns, onEdit, toggle, ticked, firstIndex, always } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { near, height } = useNear(body, { fromTheStart: props.near, estimate: rows.length * ROW_HEIGHT_PX });
  const isDrawn = near || always;
  // Remembered: a tick in one chunk does not draw the others again.
  const content = useMemo(() => {
    if (!isDrawn) return <Gap columns={columns.length + 2} height={height} />;
    return rows.map((row, at) => (
      <TableRow
        key={row.key}
        {...{ row, columns, onEdit, toggle }}
        name={nameOf(row)}
        isTicked={ticked[at] === '1'}
        index={firstIndex + at}
      />
    ));
  }, [rows, nameOf, columns, onEdit, toggle, ticked, firstIndex, isDrawn, height]);
  return (
    <tbody ref={body} aria-hidden={isDrawn ? undefined : true}>
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

interface TableRowProps<Row> extends Pick<TableRows<Row>, 'columns' | 'onEdit'> {
  row: Row;
  name: string;
  isTicked: boolean;
  toggle: (key: string) => void;
  index: number;
}

function TableRow<Row extends { key: string }>({
  row,
  columns,
  name,
  isTicked,
  onEdit,
  toggle,
  index,
}: TableRowProps<Row>) {
  return (
    <tr data-key={row.key} aria-rowindex={index} className={isTicked ? styles.ticked : undefined}>
      <td className={styles.tick}>
        <label className={styles.box}>
          <input type="checkbox" aria-label={`Select ${name}`} checked={isTicked} onChange={() => toggle(row.key)} />
        </label>
      </td>
      {columns.map((column, at) => {
        const Cell = at === 0 ? 'th' : 'td';
        return (
          <Cell key={column.header} scope={at === 0 ? 'row' : undefined} className={cellClass(column)}>
            {column.cell(row)}
          </Cell>
        );
      })}
      <td className={styles.edit}>
        <button
          type="button"
          className={icon.icon}
          aria-label={`Edit ${name}`}
          onClick={() => onEdit(row.key)}
          data-edit
        >
          <Pencil size={18} />
        </button>
      </td>
    </tr>
  );
}
