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
} from 'react';
import { type UploadKind, DRAWING } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import * as styles from './upload-field.module.css';
import { isFailed, isNew, presentFile, type ListedFile, type NewFile, newFile, useUploadList } from './upload-list.ts';
import { UploadLimitsContext, useUploadState } from './upload-context.ts';
import { UploadRow } from './upload-row.tsx';
import { useOrder } from './use-order.ts';
import type { Bound } from './use-record-form.ts';
import { inBackground } from '../in-background.ts';
import { IMAGE_TYPES } from '../../domain/files/image-types.ts';
import { UploadIcon } from './icons.tsx';

interface UploadFieldProps {
  /**
   * Its name is that of the hidden input that holds the resulting StoredFile record(s) as JSON: null or [] when there is
   * none. What the value becomes later is ignored, until the form begins anew.
   */
  field: Pick<Bound<StoredFile | StoredFile[] | null>, 'name' | 'label' | 'value'>;
  mode: 'single' | 'multi';
  accept: UploadKind;
  sortable?: boolean;
}

/** product.md 2, Uploads. Files are uploaded at once; a deletion counts once the record is saved. */
export function UploadField(props: UploadFieldProps) {
  return <Uploads key={useUploadState().round} {...props} />;
}

function Uploads({ field: { name, label, value: initial }, mode, accept, sortable = false }: UploadFieldProps) {
  const id = useId();
  const { report } = useUploadState();
  const limits = useContext(UploadLimitsContext);
  const uploads = useUploadList({ initial, wanted: accept, limits });
  const { list, attached, failed, busy, announce } = uploads;
  const [refusal, setRefusal] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const value = mode === 'single' ? (attached[0] ?? null) : attached;
  // At once, not after the paint: the very next key may be the one that closes the form.
  useLayoutEffect(() => {
    report(name, { value: mode === 'single' ? (attached[0] ?? null) : attached, busy, failed });
  }, [report, name, mode, attached, busy, failed]);

  const refuse = (message: string) => {
    setRefusal(message);
    announce(message);
  };
  const add = (files: File[]) => {
    if (files.length === 0) return;
    const present = mode === 'single' ? presentFile(list) : undefined;
    if (present) return refuse(`Only one file can be attached here. Remove ‘${present.name}’ first.`);
    if (mode === 'single' && files.length > 1) return refuse('Only one file can be attached here, so none was taken.');
    setRefusal(undefined);
    // What failed makes way for the next try.
    if (mode === 'single') for (const item of list.filter(isNew)) if (isFailed(item)) uploads.forget(item);
    uploads.add(files.map(newFile));
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    add(files);
  };
  const toggle = (item: ListedFile) => {
    const present = mode === 'single' ? presentFile(list) : undefined;
    if (present && present !== item)
      return refuse(`Only one file can be attached here. Remove ‘${present.name}’ first.`);
    setRefusal(undefined);
    uploads.toggle(item);
  };
  /** The button that was pressed goes; the focus stays in the field. */
  const leaving = (act: (item: NewFile) => void) => (item: NewFile) => {
    setRefusal(undefined);
    act(item);
    input.current?.focus();
  };

  const order = useOrder(rows, (one, to) => {
    const item = list.find((some) => some.id === one);
    if (item) uploads.move(item, to);
  });

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
        isTaken={mode === 'single' && presentFile(list) !== undefined}
        onFiles={add}
        onRefused={refuse}
      >
        <p id={`${id}-refusal`} className={styles.failure} hidden={!refusal}>
          {refusal}
        </p>
        {list.length > 0 && (
          <ul ref={rows} role="list" className={styles.rows} aria-label="Files">
            {list.map((item, at) => (
              <UploadRow
                key={item.id}
                item={item}
                toggle={toggle}
                retry={uploads.retry}
                cancel={leaving(uploads.cancel)}
                remove={leaving((one) => inBackground(uploads.remove(one)))}
                order={
                  sortable && list.length > 1
                    ? {
                        isFirst: at === 0,
                        isLast: at === list.length - 1,
                        isDragged: order.dragged === item.id,
                        move: (by) => uploads.move(item, at + by),
                        onPointerDown: order.onPointerDown(item),
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </UploadZone>
      <input type="hidden" name={name} value={JSON.stringify(value)} />
      <div className="visually-hidden" aria-live="polite">
        {uploads.announcement}
      </div>
    </div>
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

/** Told of these, a phone turns its own formats into one of them. */
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
            // The same file can then be chosen again.
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
    // Entering a child comes before leaving its parent.
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

/** A file dropped beside the zone would replace the page, and all that was typed with it. */
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

/** What was dropped: files; folders cannot be uploaded and are only counted. */
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
