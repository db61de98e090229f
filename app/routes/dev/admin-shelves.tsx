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
import { describeProblem } from '../../problem.ts';
import { ConflictPanel, LeftOutPanel, ProblemPanel } from '../../ui/admin/notices.tsx';
import { LoadFailure } from '../../ui/admin/load-failure.tsx';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { UploadField } from '../../ui/admin/upload-field.tsx';
import * as uploads from '../../ui/admin/upload-field.module.css';
import type { ListedFile, UploadStep } from '../../ui/admin/upload-list.ts';
import { UploadRow } from '../../ui/admin/upload-row.tsx';
import { LONG, Shelf, Specimen } from './specimen.tsx';

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

function bound<Value>(name: string, label: string, value: Value, message?: string) {
  return { name, label, value, onChange: () => undefined, onBlur: () => undefined, message };
}

function Fields() {
  return (
    <Shelf name="Fields, dense">
      <Specimen state="required">
        <BoundTextField field={bound('title', 'Title', 'Game Night')} required hint="At most 200 characters." />
      </Specimen>
      <Specimen state="error">
        <BoundTextField field={bound('title', 'Title', '', 'Please enter a title')} required />
      </Specimen>
      <Specimen state="lines">
        <BoundTextArea field={bound('text', 'Description', LONG)} rows={3} />
      </Specimen>
      <Specimen state="choice of one">
        <SelectField field={bound('section', 'Section', 'Food')} options={['Food', 'Drink']} />
      </Specimen>
      <Specimen state="box">
        <CheckboxField field={bound('current', 'Currently an exec?', true)} />
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
            <BoundTextField field={bound('name', 'Name', 'Ada')} />
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
        />
      )}
      <Toasts />
    </Shelf>
  );
}

const nothing = () => undefined;
const LABELS = { name: 'Name', image: 'Upload Image', tags: 'Options' };
const OPENED = { name: 'Ada', image: null, tags: ['Tea'] };
const THEIRS = { name: LONG, image: null, tags: ['Tea', 'Cocoa'] };
const MINE = { ...OPENED, name: 'Ada Boakye' };

function SavingShelf() {
  const choice = { takeTheirs: nothing, keepMine: nothing };
  const leftOut = { submitWithout: () => [], saving: false };
  return (
    <Shelf name="What stands in the way" wide>
      <Specimen state="saved by someone else meanwhile">
        <ConflictPanel
          form={{ labels: LABELS, values: MINE, ...choice }}
          conflict={{ opened: OPENED, theirs: THEIRS, version: 2 }}
        />
      </Specimen>
      <Specimen state="a file failed">
        <LeftOutPanel form={{ leftOut: ['poster.png'], ...leftOut }} />
      </Specimen>
      <Specimen state="several files failed, saving">
        <LeftOutPanel form={{ leftOut: ['poster.png', `${LONG}.png`], ...leftOut, saving: true }} />
      </Specimen>
      <Specimen state="refused">
        <ProblemPanel problem={describeProblem(503, 'The site cannot store anything now.')} />
      </Specimen>
      <Specimen state="signed out meanwhile">
        <ProblemPanel problem={describeProblem(401, 'You are not signed in any more.')} />
      </Specimen>
      <Specimen state="not loaded">
        <LoadFailure text="The responses cannot be loaded right now." />
      </Specimen>
    </Shelf>
  );
}

const FILE: StoredFile = {
  name: 'poster.svg',
  path: '2026/1/1/none',
  url: '/images/placeholder.svg',
  creationDate: '2026-01-01',
  guid: 'none',
};

const existing = (dropped: boolean): ListedFile => ({
  ...{ id: 'existing', kind: 'existing', name: 'hero.jpg', dropped },
  file: FILE,
});
const chosen = (state: UploadStep, name = 'poster.png'): ListedFile => ({
  ...{ id: 'new', kind: 'new', name, state, preview: FILE.url },
  source: new File([], name),
});

const UPLOADS: Record<string, ListedFile> = {
  'saved before': existing(false),
  'goes when saved': existing(true),
  waiting: chosen({ step: 'waiting' }),
  'on its way': chosen({ step: 'sending', percent: 42 }),
  uploaded: chosen({ step: 'done', file: FILE }),
  'interrupted: may be tried again': chosen({
    step: 'failed',
    message: 'The upload was interrupted. Check your connection and try again.',
    canRetry: true,
  }),
  'refused: would be again': chosen({
    step: 'failed',
    message: '‘poster.png’ does not hold a PNG image: it may be damaged, or another kind of file.',
    canRetry: false,
  }),
  'being removed': chosen({ step: 'removing', file: FILE }),
  'could not be removed': chosen({
    ...{ step: 'done', file: FILE },
    note: 'It could not be removed. Please try again.',
  }),
  'no image, long': chosen({ step: 'done', file: FILE }, `${LONG}.pdf`),
};

const ACTIONS = { toggle: nothing, cancel: nothing, retry: nothing, remove: nothing };
const ORDER = { move: nothing, onPointerDown: nothing };

function UploadShelf() {
  const hero = { ...FILE, name: 'hero.jpg' };
  return (
    <>
      <Shelf name="Upload field">
        <Specimen state="empty, one image">
          <UploadField field={bound('image', 'Upload Image', null)} mode="single" accept="image" />
        </Specimen>
        <Specimen state="several, to be put in order">
          <UploadField field={bound('slides', 'Upload slides', [FILE, hero])} mode="multi" accept="any" sortable />
        </Specimen>
      </Shelf>
      <Shelf name="Uploaded file" wide>
        {Object.entries(UPLOADS).map(([state, item]) => (
          <Specimen key={state} state={state}>
            <ul role="list" className={uploads.rows}>
              <UploadRow item={item} {...ACTIONS} />
            </ul>
          </Specimen>
        ))}
        <Specimen state="being dragged">
          <ul role="list" className={uploads.rows}>
            <UploadRow
              item={existing(false)}
              {...ACTIONS}
              order={{ ...ORDER, isFirst: false, isLast: true, isDragged: true }}
            />
          </ul>
        </Specimen>
      </Shelf>
    </>
  );
}
