import { useState } from 'react';
import { AnswersTable, DownloadBar } from '../../ui/admin/answers-table.tsx';
import { DataTable } from '../../ui/admin/data-table.tsx';
import { ConfirmRemoval, removalQuestion } from '../../ui/admin/confirm-removal.tsx';
import { Dialog, DialogBody, SaveBar } from '../../ui/admin/dialog.tsx';
import { CheckboxField, SelectField, BoundTextArea, BoundTextField } from '../../ui/admin/fields.tsx';
import { TableToolbar } from '../../ui/admin/table-toolbar.tsx';
import { say, sayFailure, Toasts } from '../../ui/admin/toasts.tsx';
import { useSelection } from '../../ui/admin/use-selection.ts';
import { Button } from '../../ui/button.tsx';
import { SavingShelf } from './saving-shelf.tsx';
import { LONG, Shelf, Specimen } from './specimen.tsx';
import { UploadShelf } from './upload-shelf.tsx';

const ROWS = ['Ada', 'Grace', LONG].map((name, at) => ({ key: String(at), name }));
const nameOf = ({ name }: { name: string }) => name;
const COLUMNS = [{ header: 'Name', cell: nameOf }];
const NONE: { key: string; name: string }[] = [];

export function AdminShelves() {
  return (
    <div data-dense>
      <Fields />
      <Tables />
      <UploadShelf />
      <SavingShelf />
      <Overlays />
    </div>
  );
}

function bound<Value>(name: string, value: Value, message?: string) {
  return { name, value, onChange: () => undefined, onBlur: () => undefined, message };
}

function Fields() {
  return (
    <Shelf name="Fields, dense">
      <Specimen state="required">
        <BoundTextField field={bound('title', 'Game Night')} label="Title" required hint="At most 200 characters." />
      </Specimen>
      <Specimen state="error">
        <BoundTextField field={bound('title', '', 'Please enter a title')} label="Title" required />
      </Specimen>
      <Specimen state="lines">
        <BoundTextArea field={bound('text', LONG)} label="Description" rows={3} />
      </Specimen>
      <Specimen state="choice of one">
        <SelectField field={bound('section', 'Food')} label="Section" options={['Food', 'Drink']} />
      </Specimen>
      <Specimen state="box">
        <CheckboxField field={bound('current', true)} label="Currently an exec?" />
      </Specimen>
    </Shelf>
  );
}

function Tables() {
  const selection = useSelection(ROWS, nameOf);
  const count = selection.keys.length;
  const shared = { nameOf, columns: COLUMNS, selection, onEdit: () => undefined, captionHidden: true };
  return (
    <Shelf name="Tables">
      <Specimen state="rows">
        <TableToolbar selected={count}>
          <Button quiet disabled={count === 0}>
            Remove selected
          </Button>
        </TableToolbar>
        <DataTable caption="Rows" rows={ROWS} empty="" {...shared} />
      </Specimen>
      <Specimen state="empty">
        <DataTable
          caption="No rows"
          rows={NONE}
          empty="There are no food items yet. Add the first one above."
          {...shared}
        />
      </Specimen>
      <Specimen state="answers">
        <DownloadBar href="/dev/ui">
          <output>1 response</output>
        </DownloadBar>
        <AnswersTable
          label="Responses"
          columns={[{ name: 'a', label: 'Name' }]}
          rows={[{ key: '1', receivedAt: 0, cells: [LONG] }]}
          formatTime={() => 'Nov 20, 2026'}
          toCopied={(text) => text}
        />
      </Specimen>
    </Shelf>
  );
}

function Overlays() {
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  return (
    <Shelf name="Dialog and toasts">
      <Specimen state="dialog">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      </Specimen>
      <Specimen state="question">
        <Button onClick={() => setAsking(true)}>Ask before a removal</Button>
      </Specimen>
      <Specimen state="toast">
        <Button quiet onClick={() => say('‘Ada’ was saved')}>
          Say that it worked
        </Button>
      </Specimen>
      <Specimen state="toast, failed">
        <Button quiet onClick={() => sayFailure('It could not be saved.', () => undefined)}>
          Say that it failed
        </Button>
      </Specimen>
      {isOpen && (
        <Dialog title="Edit exec" onClose={() => setOpen(false)}>
          <DialogBody>
            <BoundTextField field={bound('name', 'Ada')} label="Name" />
          </DialogBody>
          <SaveBar>
            <Button onClick={() => setOpen(false)}>Update Exec</Button>
          </SaveBar>
        </Dialog>
      )}
      {isAsking && (
        <ConfirmRemoval
          title="Remove execs"
          question={removalQuestion(7, 'exec')}
          names={['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus']}
          payload={{}}
          onClose={() => setAsking(false)}
          onRemoved={() => undefined}
        />
      )}
      <Toasts />
    </Shelf>
  );
}
