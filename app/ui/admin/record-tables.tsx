import { Fragment, type ReactNode } from 'react';
import { DataTable } from './data-table.tsx';
import { useDialogAddress } from './dialog-address.ts';
import { AdminScreen } from './screen.tsx';
import { SelectionToolbar } from './selection-toolbar.tsx';
import type { Column } from './table-column.ts';
import { useOpenRecord } from './use-open-record.ts';
import { useSelection } from './use-selection.ts';

interface RecordTable<Row> {
  caption: string;
  captionHidden?: boolean;
  rows: readonly Row[];
  empty: string;
}

interface RecordTablesProps<Row> {
  title: string;
  addLabel: string;
  removeLabel: string;
  removeTitle: string;
  noun: string;
  /** Keep it and the columns the same between renders. */
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  tables: readonly RecordTable<Row>[];
  className?: string | undefined;
  dialog: (row: Row | undefined, onClose: () => void) => ReactNode;
  children?: ReactNode;
}

export function RecordTables<Row extends { key: string }>(props: RecordTablesProps<Row>) {
  const { title, rows, tables, nameOf, columns, className, dialog: dialogOf, children, ...toolbar } = props;
  const selection = useSelection(rows, nameOf);
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(rows, dialog);
  return (
    <AdminScreen title={title}>
      {children}
      <SelectionToolbar onAdd={add} selection={selection} {...toolbar} />
      <div className={className}>
        {tables.map((table) => (
          <DataTable key={table.caption} onEdit={edit} {...{ columns, nameOf, selection }} {...table} />
        ))}
      </div>
      {dialog?.kind === 'add' && dialogOf(undefined, close)}
      {opened && <Fragment key={opened.key}>{dialogOf(opened, close)}</Fragment>}
    </AdminScreen>
  );
}
