import { useContext, useEffect, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react';
import { DRAWING, type Wanted } from '../../domain/uploads/check-upload.ts';
import { IMAGE_TYPES } from '../../domain/files/image-types.ts';
import { UploadIcon } from './icons.tsx';
import { UploadLimitsContext } from './upload-context.ts';
import * as styles from './upload-field.module.css';

interface UploadZoneProps {
  id: string;
  mode: 'single' | 'multi';
  accept: Wanted;
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

export function UploadZone(props: UploadZoneProps) {
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
  useEffect(keepPage, []);
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
function keepPage() {
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
