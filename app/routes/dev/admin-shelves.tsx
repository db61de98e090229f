import { useState } from 'react';
import { AnswersTable, DownloadBar } from '../../ui/admin/answers-table.tsx';
import { DataTable } from '../../ui/admin/data-table.tsx';
import { ConfirmRemoval, removalQuestion } from '../../ui/admin/confirm-removal.tsx';
import { AskFirst } from '../../ui/dialog.tsx';
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
import { inStates, LONG, Shelf } from './shelf.tsx';

export function AdminShelves() {
  return (
    <div data-dense>
      <Shelf name="Fields, dense" specimens={FIELDS} />
      <Tables />
      <Shelf name="Upload field" specimens={UPLOAD_FIELDS} />
      <Shelf name="Uploaded file" wide specimens={inStates(Object.keys(UPLOADS), rowIn)} />
      <Shelf name="What stands in the way" wide specimens={NOTICES} />
      <Overlays />
    </div>
  );
}

const nothing = () => undefined;

function bound<Value>(name: string, label: string, value: Value, message?: string) {
  return { name, label, value, message, onChange: nothing, onBlur: nothing };
}

const FIELDS = {
  required: <BoundTextField field={bound('title', 'Title', 'Game Night')} required hint="At most 200 characters." />,
  error: <BoundTextField field={bound('title', 'Title', '', 'Please enter a title')} required />,
  lines: <BoundTextArea field={bound('text', 'Description', LONG)} rows={3} />,
  'choice of one': <SelectField field={bound('section', 'Section', 'Food')} options={['Food', 'Drink']} />,
  box: <CheckboxField field={bound('current', 'Currently an exec?', true)} />,
};

const ROWS = ['Ada', 'Grace', LONG].map((name, at) => ({ key: String(at), name }));
const NONE: typeof ROWS = [];
const nameOf = ({ name }: { name: string }) => name;
const COLUMNS = [{ header: 'Name', cell: nameOf }];

function Tables() {
  const selection = useSelection(ROWS, nameOf);
  const count = selection.keys.length;
  const shared = { nameOf, columns: COLUMNS, selection, onEdit: nothing, captionHidden: true };
  return (
    <Shelf
      name="Tables"
      specimens={{
        rows: (
          <>
            <TableToolbar
              selected={count}
              forTicked={
                <Button quiet disabled={count === 0}>
                  Remove selected
                </Button>
              }
            >
              <Button>Add a row</Button>
            </TableToolbar>
            <DataTable caption="Rows" rows={ROWS} empty="" {...shared} />
          </>
        ),
        empty: <DataTable caption="No rows" rows={NONE} empty="There are no food items yet." {...shared} />,
        answers: (
          <>
            <DownloadBar href="/dev/ui">1 response</DownloadBar>
            <AnswersTable
              label="Responses"
              columns={[{ name: 'a', label: 'Name' }]}
              rows={[{ key: '1', receivedAt: 0, cells: [LONG] }]}
              formatTime={() => 'Nov 20, 2026'}
              toCopied={(text) => text}
            />
          </>
        ),
      }}
    />
  );
}

const FILE: StoredFile = {
  name: 'poster.svg',
  path: '2026/1/1/none',
  url: '/images/placeholder.svg',
  creationDate: '2026-01-01',
  guid: 'none',
};
const SLIDES = [FILE, { ...FILE, name: 'hero.jpg' }];

const UPLOAD_FIELDS = {
  'empty, one image': <UploadField field={bound('image', 'Upload Image', null)} mode="single" accept="image" />,
  'several, to be put in order': (
    <UploadField field={bound('slides', 'Upload slides', SLIDES)} mode="multi" accept="any" sortable />
  ),
};

const saved = (step: 'saved' | 'dropped'): ListedFile => ({
  id: 'saved',
  name: 'hero.jpg',
  state: { step, file: FILE },
});
const chosen = (state: UploadStep, name = 'poster.png'): ListedFile => ({
  id: 'new',
  name,
  state,
  chosen: { source: new File([], name), preview: FILE.url },
});

const INTERRUPTED = 'The upload was interrupted. Check your connection and try again.';
const DAMAGED = '‘poster.png’ does not hold a PNG image: it may be damaged, or another kind of file.';
const UPLOADS: Record<string, ListedFile> = {
  'saved before': saved('saved'),
  'goes when saved': saved('dropped'),
  waiting: chosen({ step: 'waiting' }),
  'on its way': chosen({ step: 'sending', percent: 42 }),
  uploaded: chosen({ step: 'done', file: FILE }),
  'interrupted: may be tried again': chosen({ step: 'failed', message: INTERRUPTED, canRetry: true }),
  'refused: would be again': chosen({ step: 'failed', message: DAMAGED, canRetry: false }),
  'being removed': chosen({ step: 'removing', file: FILE }),
  'could not be removed': chosen({ step: 'done', file: FILE, note: 'It could not be removed. Please try again.' }),
  'no image, long': chosen({ step: 'done', file: FILE }, `${LONG}.pdf`),
  'being dragged': saved('saved'),
};

const ACTIONS = { toggle: nothing, cancel: nothing, retry: nothing, remove: nothing };
const ORDER = { move: nothing, onPointerDown: nothing, isFirst: false, isLast: true, isDragged: true };

function rowIn(state: string) {
  const item = UPLOADS[state] ?? saved('saved');
  return (
    <ul role="list" className={uploads.rows}>
      <UploadRow item={item} {...ACTIONS} order={state === 'being dragged' ? ORDER : undefined} />
    </ul>
  );
}

const LABELS = { name: 'Name', image: 'Upload Image', tags: 'Options' };
const OPENED = { name: 'Ada', image: null, tags: ['Tea'] };
const THEIRS = { name: LONG, image: null, tags: ['Tea', 'Cocoa'] };
const MINE = { labels: LABELS, values: { ...OPENED, name: 'Ada Boakye' }, takeTheirs: nothing, keepMine: nothing };
const LEFT_OUT = { leftOut: ['poster.png'], submitWithout: () => [], saving: false };

const NOTICES = {
  'saved by someone else meanwhile': (
    <ConflictPanel form={MINE} conflict={{ opened: OPENED, theirs: THEIRS, version: 2 }} />
  ),
  'a file failed': <LeftOutPanel form={LEFT_OUT} />,
  'several files failed, saving': (
    <LeftOutPanel form={{ ...LEFT_OUT, leftOut: ['poster.png', `${LONG}.png`], saving: true }} />
  ),
  refused: <ProblemPanel problem={describeProblem(503, 'The site cannot store anything now.')} />,
  'signed out meanwhile': <ProblemPanel problem={describeProblem(401, 'You are not signed in any more.')} />,
  'not loaded': <LoadFailure text="The responses cannot be loaded right now." />,
};

const QUESTION = { title: 'Go over the limit?', text: LONG, yes: 'Add beyond the limit', no: 'Not now' };
const REMOVED = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'];

function Overlays() {
  const [open, setOpen] = useState<'question' | 'removal'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Shelf
        name="Dialogs and toasts"
        specimens={{
          question: <Button onClick={() => setOpen('question')}>Ask first</Button>,
          removal: <Button onClick={() => setOpen('removal')}>Ask before a removal</Button>,
          toast: <Button onClick={() => say('‘Ada’ was saved')}>Say that it worked</Button>,
          'toast, failed': (
            <Button onClick={() => sayFailure('It could not be saved.', nothing)}>Say that it failed</Button>
          ),
        }}
      />
      {open === 'question' && <AskFirst {...QUESTION} go={nothing} onClose={close} />}
      {open === 'removal' && (
        <ConfirmRemoval
          title="Remove execs"
          question={removalQuestion(7, 'exec')}
          names={REMOVED}
          payload={{}}
          onClose={close}
        />
      )}
      <Toasts />
    </>
  );
}
