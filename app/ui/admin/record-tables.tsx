import { Fragment, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { DataTable, type Column } from './data-table.tsx';
import * as styles from './data-table.module.css';
import { useDialogAddress, useOpenRecord } from './dialog-address.ts';
import { useCan } from './role.ts';
import { AdminScreen } from './screen.tsx';
import { useSelection } from './use-selection.ts';
import { ConfirmRemoval, removalQuestion } from './confirm-removal.tsx';
import { RemoveButton, TableToolbar } from './table-toolbar.tsx';

interface RecordTable<Row> {
  caption: string;
  captionHidden?: boolean;
  rows: readonly Row[];
  empty: string;
  /** Added to `empty` for people who may change the records. */
  howToBegin: string;
}

interface RecordTablesProps<Row> {
  title: string;
  addLabel: string;
  removeLabel: string;
  removeTitle: string;
  noun: string;
  nameOf: (row: Row) => string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  tables: readonly RecordTable<Row>[];
  className?: string | undefined;
  /** Gives each row its own button to remove it. */
  removesEach?: boolean;
  dialog: (row: Row | undefined, onClose: () => void) => ReactNode;
  children?: ReactNode;
  /** Shown between the toolbar and the tables. */
  find?: ReactNode;
  below?: ReactNode;
}

export function RecordTables<Row extends { key: string }>(props: RecordTablesProps<Row>) {
  const { title, rows, tables, nameOf, columns, className, removesEach = false, dialog: dialogOf, children } = props;
  const selection = useSelection(rows, nameOf);
  const { dialog, add, edit, close } = useDialogAddress();
  const opened = useOpenRecord(rows, dialog);
  const mayChange = useCan('change content');
  const { removing } = selection;
  return (
    <AdminScreen title={title}>
      {children}
      {mayChange && (
        <TableToolbar
          selected={selection.keys.length}
          forTicked={<RemoveButton selection={selection}>{props.removeLabel}</RemoveButton>}
        >
          <Button onClick={add}>{props.addLabel}</Button>
        </TableToolbar>
      )}
      {mayChange && removing && (
        <ConfirmRemoval
          title={props.removeTitle}
          question={removalQuestion(removing.keys.length, props.noun)}
          names={removing.names}
          payload={{ verb: 'remove', keys: removing.keys }}
          onClose={selection.stopRemoving}
          onRemoved={selection.clear}
        />
      )}
      {props.find}
      <div className={`${styles.tables} ${className ?? ''}`}>
        {tables.map(({ empty, howToBegin, ...table }) => (
          <DataTable
            key={table.caption}
            columns={columns}
            nameOf={nameOf}
            {...(mayChange && { selection, onEdit: edit })}
            {...(mayChange && removesEach && { onRemove: selection.removeOne })}
            empty={mayChange ? `${empty} ${howToBegin}`.trim() : empty}
            {...table}
          />
        ))}
      </div>
      {props.below}
      {mayChange && dialog?.kind === 'add' && dialogOf(undefined, close)}
      {mayChange && opened && <Fragment key={opened.key}>{dialogOf(opened, close)}</Fragment>}
    </AdminScreen>
  );
}
