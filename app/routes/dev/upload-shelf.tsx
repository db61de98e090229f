import type { StoredFile } from '../../domain/uploads/stored-file.ts';
import { UploadField } from '../../ui/admin/upload-field.tsx';
import uploads from '../../ui/admin/upload-field.module.css';
import type { ListedFile, UploadStep } from '../../ui/admin/upload-list.ts';
import { UploadRow } from '../../ui/admin/upload-row.tsx';
import { LONG, Shelf, Specimen } from './specimen.tsx';

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

const ROWS: Record<string, ListedFile> = {
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

const nothing = () => undefined;
const ACTIONS = { toggle: nothing, cancel: nothing, retry: nothing, remove: nothing };
const ORDER = { move: nothing, onPointerDown: nothing };

export function UploadShelf() {
  const hero = { ...FILE, name: 'hero.jpg' };
  return (
    <>
      <Shelf name="Upload field">
        <Specimen state="empty, one image">
          <UploadField label="Upload Image" name="image" mode="single" accept="image" initial={null} />
        </Specimen>
        <Specimen state="several, to be put in order">
          <UploadField label="Upload slides" name="slides" mode="multi" accept="any" initial={[FILE, hero]} sortable />
        </Specimen>
      </Shelf>
      <Shelf name="Uploaded file" wide>
        {Object.entries(ROWS).map(([state, item]) => (
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
