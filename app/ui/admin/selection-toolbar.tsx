import { useCallback, useState } from 'react';
import { Button } from '../button.tsx';
import { ConfirmRemoval, removalQuestion } from './confirm-removal.tsx';
import { TableToolbar } from './table-toolbar.tsx';
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
  const [isRemoving, setRemoving] = useState(false);
  const stopRemoving = useCallback(() => setRemoving(false), []);
  const count = selection.keys.length;
  return (
    <>
      <TableToolbar selected={count}>
        <Button onClick={onAdd}>{addLabel}</Button>
        <Button quiet disabled={count === 0} onClick={() => setRemoving(true)}>
          {removeLabel}
        </Button>
      </TableToolbar>
      {isRemoving && (
        <ConfirmRemoval
          title={removeTitle}
          question={removalQuestion(count, noun)}
          names={selection.names}
          payload={{ verb: 'remove', keys: selection.keys }}
          onClose={stopRemoving}
          onRemoved={selection.clear}
        />
      )}
    </>
  );
}
