import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { Rejected } from '../../domain/errors.ts';
import { promisedImage } from '../../domain/files/image-types.ts';
import { checkUploadSize, type UploadLimits, type Wanted } from '../../domain/uploads/check-upload.ts';
import { describeProblem, ProblemError } from '../../problem.ts';
import { inBackground } from '../in-background.ts';
import { canRetry, deleteUpload, sendFile, shrinkImage } from './send-file.ts';

/** A file that the record has already; `dropped` is toggled, and counts once the record is saved. */
interface ExistingFile {
  id: string;
  kind: 'existing';
  name: string;
  file: StoredFile;
  dropped: boolean;
}

export interface NewFile {
  id: string;
  kind: 'new';
  name: string;
  source: File;
  /** An address of the chosen file inside this page. */
  preview: string;
  state: UploadStep;
}

/** How far a new file is; `percent` is whole, `note` says why it could not be removed. */
export type UploadStep =
  | { step: 'waiting' }
  | { step: 'sending'; percent: number }
  | { step: 'failed'; message: string; canRetry: boolean }
  | { step: 'done'; file: StoredFile; note?: string }
  | { step: 'removing'; file: StoredFile };

export type ListedFile = ExistingFile | NewFile;

type ListChange =
  | { type: 'add'; files: NewFile[] }
  | { type: 'step'; id: string; state: UploadStep }
  | { type: 'progress'; id: string; percent: number }
  | { type: 'toggle'; id: string }
  | { type: 'forget'; id: string }
  | { type: 'move'; id: string; to: number };

function changeList(list: ListedFile[], change: ListChange): ListedFile[] {
  if (change.type === 'add') return [...list, ...change.files];
  if (change.type === 'forget') return list.filter(({ id }) => id !== change.id);
  if (change.type === 'move') return moved(list, change.id, change.to);
  return list.map((item) => (item.id === change.id ? changeItem(item, change) : item));
}

function changeItem(item: ListedFile, change: Exclude<ListChange, { type: 'add' | 'forget' | 'move' }>): ListedFile {
  if (item.kind === 'existing') return change.type === 'toggle' ? { ...item, dropped: !item.dropped } : item;
  if (change.type === 'step') return { ...item, state: change.state };
  // What comes late, after a cancel or an answer, changes nothing.
  if (change.type !== 'progress' || item.state.step !== 'sending') return item;
  return { ...item, state: { step: 'sending', percent: change.percent } };
}

function moved(list: ListedFile[], id: string, to: number): ListedFile[] {
  const item = list.find((one) => one.id === id);
  if (!item || to < 0 || to >= list.length) return list;
  return list.filter((one) => one !== item).toSpliced(to, 0, item);
}

function openList(initial: StoredFile | StoredFile[] | null): ListedFile[] {
  const files = Array.isArray(initial) ? initial : initial === null ? [] : [initial];
  return files.map((file, at) => ({
    id: `existing-${at}`,
    kind: 'existing',
    name: nameOf(file),
    file,
    dropped: false,
  }));
}

function attachedFiles(list: ListedFile[]): StoredFile[] {
  return list.flatMap((item) => {
    if (item.kind === 'existing') return item.dropped ? [] : [item.file];
    return item.state.step === 'done' ? [item.state.file] : [];
  });
}

export function presentFile(list: ListedFile[]): ListedFile | undefined {
  return list.find((item) =>
    item.kind === 'existing' ? !item.dropped : !['failed', 'removing'].includes(item.state.step),
  );
}

function isUploading(item: ListedFile): boolean {
  return item.kind === 'new' && (item.state.step === 'waiting' || item.state.step === 'sending');
}

function failedFiles(list: ListedFile[]): string[] {
  return list.flatMap((item) => (isFailed(item) ? [item.name] : []));
}

export function isFailed(item: ListedFile): item is NewFile {
  return item.kind === 'new' && item.state.step === 'failed';
}

/** An imported slide may have nothing but its address. */
function nameOf({ name, url }: StoredFile): string {
  return name || url.slice(url.lastIndexOf('/') + 1) || url;
}

interface UploadListOptions {
  initial: StoredFile | StoredFile[] | null;
  wanted: Wanted;
  limits: UploadLimits;
}

const MOST_AT_ONCE = 3;
const NOT_REMOVED = 'It could not be removed. Please try again.';

export function useUploadList({ initial, wanted, limits }: UploadListOptions) {
  const [list, change] = useReducer(changeList, initial, openList);
  const [announcement, announce] = useState('');
  const running = useRef(new Map<string, AbortController>());
  const attached = useMemo(() => attachedFiles(list), [list]);
  const failed = useMemo(() => failedFiles(list), [list]);

  const announceFailure = (name: string, message: string) => announce(`‘${name}’ was not uploaded. ${message}`);
  const begin = useEffectEvent((item: NewFile) => inBackground(upload(item)));
  useEffect(() => {
    const waiting = list.filter((item) => item.kind === 'new').filter(({ state }) => state.step === 'waiting');
    const free = MOST_AT_ONCE - running.current.size;
    for (const item of waiting.filter(({ id }) => !running.current.has(id)).slice(0, free)) begin(item);
  }, [list]);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  }, [list]);
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
      for (const item of latest.current) if (item.kind === 'new') URL.revokeObjectURL(item.preview);
    };
  }, []);

  async function upload({ id, name, source }: NewFile): Promise<void> {
    const abort = new AbortController();
    running.current.set(id, abort);
    change({ type: 'step', id, state: { step: 'sending', percent: 0 } });
    try {
      const onProgress = (percent: number) => change({ type: 'progress', id, percent });
      const content = await shrinkImage(source);
      refuseTooLarge(name, content, limits);
      const file = abort.signal.aborted
        ? undefined
        : await sendFile(content, { name, wanted, onProgress, signal: abort.signal });
      running.current.delete(id);
      if (!file) return;
      change({ type: 'step', id, state: { step: 'done', file } });
      announce(`‘${name}’ is uploaded.`);
    } catch (error) {
      running.current.delete(id);
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      change({ type: 'step', id, state: { step: 'failed', message: problem.detail, canRetry: canRetry(problem) } });
      announceFailure(name, problem.detail);
    }
  }

  const forget = useCallback((item: NewFile) => {
    URL.revokeObjectURL(item.preview);
    change({ type: 'forget', id: item.id });
  }, []);

  return {
    list,
    attached,
    failed,
    busy: list.some(isUploading),
    announcement,
    announce,
    add: (files: NewFile[]) => change({ type: 'add', files }),
    retry: ({ id }: NewFile) => change({ type: 'step', id, state: { step: 'waiting' } }),
    toggle: ({ id }: ListedFile) => change({ type: 'toggle', id }),
    move: ({ id, name }: ListedFile, to: number) => {
      if (to < 0 || to >= list.length) return;
      change({ type: 'move', id, to });
      announce(`‘${name}’ is now ${to + 1} of ${list.length}.`);
    },
    forget,
    cancel: (item: NewFile) => {
      running.current.get(item.id)?.abort();
      running.current.delete(item.id);
      forget(item);
      announce(`The upload of ‘${item.name}’ is cancelled.`);
    },
    remove: async (item: NewFile) => {
      if (item.state.step !== 'done') return forget(item);
      const { file } = item.state;
      change({ type: 'step', id: item.id, state: { step: 'removing', file } });
      if (await deleteUpload(file)) {
        forget(item);
        announce(`‘${item.name}’ is removed.`);
      } else {
        change({ type: 'step', id: item.id, state: { step: 'done', file, note: NOT_REMOVED } });
        announce(`‘${item.name}’: ${NOT_REMOVED}`);
      }
    },
  };
}

/** A file that is too large is not sent first to hear so. */
function refuseTooLarge(name: string, { size }: Blob, limits: UploadLimits): void {
  try {
    checkUploadSize(name, size, promisedImage(name) !== undefined, limits);
  } catch (error) {
    throw error instanceof Rejected ? new ProblemError(describeProblem(413, error.message)) : error;
  }
}

export function newFile(source: File): NewFile {
  const preview = URL.createObjectURL(source);
  return { id: crypto.randomUUID(), kind: 'new', name: source.name, source, preview, state: { step: 'waiting' } };
}
