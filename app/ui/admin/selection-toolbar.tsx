import { Button } from '../button.tsx';
import { ConfirmRemoval, removalQuestion } from './confirm-removal.tsx';
import { RemoveButton, TableToolbar } from './table-toolbar.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionToolbarProps {
  selection: Selection;
  addLabel: string;
  onAdd: () => void;
  removeLabel: string;
  removeTitle: string;
  noun: string;
}

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
