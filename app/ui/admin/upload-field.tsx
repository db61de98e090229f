import {
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  useEffect,
  type DragEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { type UploadKind, DRAWING } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import * as styles from './upload-field.module.css';
import { isFailed, isNew, presentFile, type ListedFile, type NewFile, newFile, useUploadList } from './upload-list.ts';
import { UploadLimitsContext, useUploadState } from './upload-context.ts';
import { UploadRow } from './upload-row.tsx';
import { useOrder } from './use-order.ts';
import type { FieldBinding } from './use-record-form.ts';
import { inBackground } from '../in-background.ts';
import { IMAGE_TYPES } from '../../domain/files/image-types.ts';
import { UploadIcon } from './icons.tsx';

interface UploadFieldProps {
  /**
   * `name` is also the name of the hidden input that holds the StoredFile records as JSON: null or [] if there are
   * none. Later changes of `value` are ignored until the form starts over.
   */
  field: Pick<FieldBinding<StoredFile | StoredFile[] | null>, 'name' | 'label' | 'value'>;
  mode: 'single' | 'multi';
  accept: UploadKind;
  sortable?: boolean;
}

/** Files are uploaded at once; a deletion counts once the record is saved (product.md 2, Uploads). */
export function UploadField(props: UploadFieldProps) {
  return <Uploads key={useUploadState().round} {...props} />;
}

function Uploads({ field: { name, label, value: initial }, mode, accept, sortable = false }: UploadFieldProps) {
  const id = useId();
  const limits = useContext(UploadLimitsContext);
  const uploads = useUploadList({ initial, wanted: accept, limits });
  const input = useRef<HTMLInputElement>(null);
  const value = useReportToForm(name, mode, uploads);
  const { refusal, refuse, add, toggle, leaving, isTaken } = useChosenFiles(mode, uploads, input);
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };

  return (
    <div className={styles.field} onPaste={onPaste}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <UploadZone
        id={id}
        mode={mode}
        accept={accept}
        input={input}
        describedBy={refusal && `${id}-refusal`}
        isTaken={isTaken}
        onFiles={add}
        onRefused={refuse}
      >
        <p id={`${id}-refusal`} className={styles.failure} hidden={!refusal}>
          {refusal}
        </p>
        <UploadRows uploads={uploads} isSortable={sortable} toggle={toggle} leaving={leaving} />
      </UploadZone>
      <input type="hidden" name={name} value={JSON.stringify(value)} />
      <div className="visually-hidden" aria-live="polite">
        {uploads.announcement}
      </div>
    </div>
  );
}

type UploadList = ReturnType<typeof useUploadList>;

/** Takes files, or says why it takes none. */
function useChosenFiles(
  mode: UploadFieldProps['mode'],
  uploads: UploadList,
  input: RefObject<HTMLInputElement | null>,
) {
  const [refusal, setRefusal] = useState<string>();
  const present = mode === 'single' ? presentFile(uploads.list) : undefined;

  const refuse = (message: string) => {
    setRefusal(message);
    uploads.announce(message);
  };
  const refuseSecond = (one: ListedFile) => refuse(`Only one file can be attached here. Remove ‘${one.name}’ first.`);
  const add = (files: File[]) => {
    if (files.length === 0) return;
    if (present) return refuseSecond(present);
    if (mode === 'single' && files.length > 1) return refuse('Only one file can be attached here, so none was taken.');
    setRefusal(undefined);
    // A failed upload makes way for the next try.
    if (mode === 'single') for (const item of uploads.list.filter(isNew)) if (isFailed(item)) uploads.forget(item);
    uploads.add(files.map(newFile));
  };
  const toggle = (item: ListedFile) => {
    if (present && present !== item) return refuseSecond(present);
    setRefusal(undefined);
    uploads.toggle(item);
  };
  /** The pressed button disappears, so the focus moves to the file input. */
  const leaving = (act: (item: NewFile) => void) => (item: NewFile) => {
    setRefusal(undefined);
    act(item);
    input.current?.focus();
  };
  return { refusal, refuse, add, toggle, leaving, isTaken: present !== undefined };
}

/** Tells the surrounding form what is attached, and whether an upload is running or has failed. */
function useReportToForm(name: string, mode: UploadFieldProps['mode'], { attached, busy, failed }: UploadList) {
  const { report } = useUploadState();
  // This runs before the paint, because the very next key press may close the form.
  useLayoutEffect(() => {
    report(name, { value: mode === 'single' ? (attached[0] ?? null) : attached, busy, failed });
  }, [report, name, mode, attached, busy, failed]);
  return mode === 'single' ? (attached[0] ?? null) : attached;
}

interface UploadRowsProps {
  uploads: UploadList;
  isSortable: boolean;
  toggle: (item: ListedFile) => void;
  leaving: (act: (item: NewFile) => void) => (item: NewFile) => void;
}

function UploadRows({ uploads, isSortable, toggle, leaving }: UploadRowsProps) {
  const { list } = uploads;
  const rows = useRef<HTMLUListElement>(null);
  const order = useOrder(rows, (one, to) => {
    const item = list.find((some) => some.id === one);
    if (item) uploads.move(item, to);
  });
  const orderOf = (item: ListedFile, at: number) => ({
    isFirst: at === 0,
    isLast: at === list.length - 1,
    isDragged: order.dragged === item.id,
    move: (by: number) => uploads.move(item, at + by),
    onPointerDown: order.onPointerDown(item),
  });
  if (list.length === 0) return null;
  return (
    <ul ref={rows} role="list" className={styles.rows} aria-label="Files">
      {list.map((item, at) => (
        <UploadRow
          key={item.id}
          item={item}
          toggle={toggle}
          retry={uploads.retry}
          cancel={leaving(uploads.cancel)}
          remove={leaving((one) => inBackground(uploads.remove(one)))}
          order={isSortable && list.length > 1 ? orderOf(item, at) : undefined}
        />
      ))}
    </ul>
  );
}

interface UploadZoneProps {
  id: string;
  mode: 'single' | 'multi';
  accept: UploadKind;
  input: Ref<HTMLInputElement>;
  describedBy: string | undefined;
  isTaken: boolean;
  onFiles: (files: File[]) => void;
  onRefused: (message: string) => void;
  children: ReactNode;
}

/** Given this list, a phone converts its own formats to one of them. */
const IMAGES = Object.keys(IMAGE_TYPES).join(',');
const LOGOS = `${IMAGES},${DRAWING}`;
const MEGABYTE = 1024 * 1024;

function UploadZone(props: UploadZoneProps) {
  const { id, mode, accept, input, describedBy, isTaken, onFiles, onRefused, children } = props;
  const limits = useContext(UploadLimitsContext);
  const most = accept === 'any' ? limits.maxFileBytes : limits.maxImageBytes;
  const { isOver, handlers } = useDrop(onFiles, onRefused);
  const kind = accept === 'any' ? 'file' : 'image';
  return (
    <div className={styles.area} data-over={isOver || undefined} {...handlers}>
      <div className={isTaken ? 'visually-hidden' : styles.zone}>
        <input
          ref={input}
          id={id}
          type="file"
          className={styles.native}
          tabIndex={isTaken ? -1 : undefined}
          multiple={mode === 'multi'}
          accept={accept === 'any' ? undefined : accept === 'logo' ? LOGOS : IMAGES}
          aria-describedby={[`${id}-hint`, describedBy].filter(Boolean).join(' ')}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // This allows choosing the same file again.
            event.currentTarget.value = '';
          }}
        />
        <UploadIcon size={22} />
        <span id={`${id}-hint`}>
          {mode === 'single' ? `Choose one ${kind}` : `Choose ${kind}s`}, drop or paste{' '}
          {mode === 'single' ? 'it' : 'them'} here.
          {Number.isFinite(most) &&
            ` Up to ${Math.floor((most / MEGABYTE) * 100) / 100} MB${mode === 'multi' ? ' each' : ''}${accept === 'any' ? '' : '; large photos are made smaller first'}.`}
        </span>
      </div>
      {children}
    </div>
  );
}

function useDrop(onFiles: (files: File[]) => void, onRefused: (message: string) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  useEffect(stayOnPage, []);
  const move = (event: DragEvent, by: 1 | -1) => {
    if (!hasFiles(event)) return;
    // The event for entering a child comes before the one for leaving its parent.
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    handlers: {
      onDragEnter: (event: DragEvent) => move(event, 1),
      onDragLeave: (event: DragEvent) => move(event, -1),
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDrop(event: DragEvent) {
        depth.current = 0;
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        const { files, folders } = droppedFiles(event);
        if (files.length > 0) onFiles(files);
        else if (folders > 0) onRefused('A folder cannot be uploaded. Drop the files that are in it.');
      },
    },
  };
}

/** A file dropped beside the zone would replace the page and lose everything typed. */
function stayOnPage() {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}

/** Folders cannot be uploaded, so they are only counted. */
function droppedFiles({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): { files: File[]; folders: number } {
  const files: File[] = [];
  let folders = 0;
  for (const item of dataTransfer.items) {
    if (item.kind !== 'file') continue;
    const file = item.getAsFile();
    if (item.webkitGetAsEntry()?.isDirectory) folders += 1;
    else if (file) files.push(file);
  }
  return { files, folders };
}

function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
