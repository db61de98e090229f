import { Button } from '../button.tsx';
import { ConfirmRemoval, removalQuestion } from './confirm-removal.tsx';
import { RemoveButton, TableToolbar } from './table-toolbar.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionToolbarProps {
  selection: Selection;
  addLabel: string;
  onAdd: () => void;
  removeLabel: string;
  /** The title of the question before a removal, such as 'Remove execs'. */
  removeTitle: string;
  /** What one ticked row is, such as 'exec'. */
  noun: string;
}

/** Above a table of records: adds one, or removes the ticked ones by the screen's action, after a question. */
export function SelectionToolbar(props: SelectionToolbarProps) {
  const { selection, addLabel, onAdd, removeLabel, removeTitle, noun } = props;
  const { removing } = selection;
  const count = selection.keys.length;
  return (
    <>
      <TableToolbar selected={count}>
        <Button onClick={onAdd}>{addLabel}</Button>
        <RemoveButton selection={selection}>{removeLabel}</RemoveButton>
      </TableToolbar>
      {removing && (
        <ConfirmRemoval
          title={removeTitle}
          question={removalQuestion(removing.keys.length, noun)}
          names={removing.names}
          payload={{ verb: 'remove', keys: removing.keys }}
          onClose={selection.stopRemoving}
          onRemoved={selection.clear}
        />
      )}
    </>
  );
}
