import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { Rejected } from '../../domain/errors.ts';
import { imageTypeByName } from '../../domain/files/image-types.ts';
import { checkUploadSize, type UploadLimits, type UploadKind } from '../../domain/uploads/check-upload.ts';
import { describeProblem, ProblemError } from '../../problem.ts';
import { inBackground } from '../in-background.ts';
import { canRetry, deleteUpload, sendFile, shrinkImage } from './send-file.ts';

/** A file that the record already has, or that has just been chosen. */
export interface ListedFile {
  id: string;
  name: string;
  state: UploadStep;
  chosen?: Chosen;
}

interface Chosen {
  source: File;
  /** The object URL of the chosen file. */
  preview: string;
}

export type NewFile = ListedFile & { chosen: Chosen };

/**
 * `saved`: in the record; `dropped`: will leave it when the record is saved. The others are the steps of a new file:
 * `percent` is a whole number, and `note` says why the file could not be removed.
 */
export type UploadStep =
  | { step: 'saved' | 'dropped'; file: StoredFile }
  | { step: 'waiting' }
  | { step: 'sending'; percent: number }
  | { step: 'failed'; message: string; canRetry: boolean }
  | { step: 'done'; file: StoredFile; note?: string }
  | { step: 'removing'; file: StoredFile };

type ListChange =
  | { type: 'add'; files: NewFile[] }
  | { type: 'step'; id: string; state: UploadStep }
  | { type: 'progress'; id: string; percent: number }
  | { type: 'forget'; id: string }
  | { type: 'move'; id: string; to: number };

function changeList(list: ListedFile[], change: ListChange): ListedFile[] {
  if (change.type === 'add') return [...list, ...change.files];
  if (change.type === 'forget') return list.filter(({ id }) => id !== change.id);
  if (change.type === 'move') return moved(list, change.id, change.to);
  const state = change.type === 'step' ? change.state : { step: 'sending' as const, percent: change.percent };
  // Progress that is reported after a cancel or an answer changes nothing.
  const isLate = (item: ListedFile) => change.type === 'progress' && item.state.step !== 'sending';
  return list.map((item) => (item.id === change.id && !isLate(item) ? { ...item, state } : item));
}

function moved(list: ListedFile[], id: string, to: number): ListedFile[] {
  const item = list.find((one) => one.id === id);
  if (!item || to < 0 || to >= list.length) return list;
  return list.filter((one) => one !== item).toSpliced(to, 0, item);
}

function openList(initial: StoredFile | StoredFile[] | null): ListedFile[] {
  const files = Array.isArray(initial) ? initial : initial === null ? [] : [initial];
  return files.map((file, at) => ({ id: `saved-${at}`, name: nameOf(file), state: { step: 'saved', file } }));
}

function attachedFiles(list: ListedFile[]): StoredFile[] {
  return list.flatMap(({ state }) => (state.step === 'saved' || state.step === 'done' ? [state.file] : []));
}

export function presentFile(list: ListedFile[]): ListedFile | undefined {
  return list.find(({ state }) => !['dropped', 'failed', 'removing'].includes(state.step));
}

export function isNew(item: ListedFile): item is NewFile {
  return item.chosen !== undefined;
}

export function isUploading({ state }: ListedFile): boolean {
  return state.step === 'waiting' || state.step === 'sending';
}

export function isFailed({ state }: ListedFile): boolean {
  return state.step === 'failed';
}

/** An imported slide may have only an address. */
function nameOf({ name, url }: StoredFile): string {
  return name || url.slice(url.lastIndexOf('/') + 1) || url;
}

interface UploadListOptions {
  initial: StoredFile | StoredFile[] | null;
  wanted: UploadKind;
  limits: UploadLimits;
}

const MOST_AT_ONCE = 3;
const NOT_REMOVED = 'It could not be removed. Please try again.';

export function useUploadList({ initial, wanted, limits }: UploadListOptions) {
  const [list, change] = useReducer(changeList, initial, openList);
  const [announcement, announce] = useState('');
  const attached = useMemo(() => attachedFiles(list), [list]);
  const failed = useMemo(() => list.filter(isFailed).map(({ name }) => name), [list]);
  const abort = useSending(list, { wanted, limits, change, announce });
  const setState = ({ id }: ListedFile, state: UploadStep) => change({ type: 'step', id, state });

  const forget = useCallback((item: NewFile) => {
    URL.revokeObjectURL(item.chosen.preview);
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
    retry: (item: NewFile) => setState(item, { step: 'waiting' }),
    toggle: (item: ListedFile) => {
      const { state } = item;
      if (state.step === 'saved') setState(item, { ...state, step: 'dropped' });
      if (state.step === 'dropped') setState(item, { ...state, step: 'saved' });
    },
    move: ({ id, name }: ListedFile, to: number) => {
      if (to < 0 || to >= list.length) return;
      change({ type: 'move', id, to });
      announce(`‘${name}’ is now ${to + 1} of ${list.length}.`);
    },
    forget,
    cancel: (item: NewFile) => {
      abort(item);
      forget(item);
      announce(`The upload of ‘${item.name}’ is cancelled.`);
    },
    remove: async (item: NewFile) => {
      if (item.state.step !== 'done') return forget(item);
      const { file } = item.state;
      setState(item, { step: 'removing', file });
      if (await deleteUpload(file)) {
        forget(item);
        announce(`‘${item.name}’ is removed.`);
      } else {
        setState(item, { step: 'done', file, note: NOT_REMOVED });
        announce(`‘${item.name}’: ${NOT_REMOVED}`);
      }
    },
  };
}

interface SendingOptions extends Pick<UploadListOptions, 'wanted' | 'limits'> {
  change: (change: ListChange) => void;
  announce: (text: string) => void;
}

/** Uploads the waiting files, a few at once. Returns a function that aborts one upload. */
function useSending(list: ListedFile[], { wanted, limits, change, announce }: SendingOptions) {
  const running = useRef(new Map<string, AbortController>());
  const begin = useEffectEvent((item: NewFile) => inBackground(upload(item)));
  useEffect(() => {
    const waiting = list.filter(isNew).filter(({ state }) => state.step === 'waiting');
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
      for (const { chosen } of latest.current) if (chosen) URL.revokeObjectURL(chosen.preview);
    };
  }, []);

  async function upload({ id, name, chosen: { source } }: NewFile): Promise<void> {
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
      announce(`‘${name}’ was not uploaded. ${problem.detail}`);
    }
  }

  return ({ id }: ListedFile) => {
    running.current.get(id)?.abort();
    running.current.delete(id);
  };
}

/** Checks the size first, so that nobody waits for an upload that is then refused. */
function refuseTooLarge(name: string, { size }: Blob, limits: UploadLimits): void {
  try {
    checkUploadSize(name, size, imageTypeByName(name) !== undefined, limits);
  } catch (error) {
    throw error instanceof Rejected ? new ProblemError(describeProblem(413, error.message)) : error;
  }
}

export function newFile(source: File): NewFile {
  const preview = URL.createObjectURL(source);
  return { id: crypto.randomUUID(), name: source.name, state: { step: 'waiting' }, chosen: { source, preview } };
}
