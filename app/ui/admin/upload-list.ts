import type { StoredFile } from '../../domain/uploads/stored-file.ts';

/** A file that the record has already; `dropped` is toggled, and counts once the record is saved. */
export interface ExistingFile {
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

export type ListChange =
  | { type: 'add'; files: NewFile[] }
  | { type: 'step'; id: string; state: UploadStep }
  | { type: 'progress'; id: string; percent: number }
  | { type: 'toggle'; id: string }
  | { type: 'forget'; id: string }
  | { type: 'move'; id: string; to: number };

export function changeList(list: ListedFile[], change: ListChange): ListedFile[] {
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

export function openList(initial: StoredFile | StoredFile[] | null): ListedFile[] {
  const files = Array.isArray(initial) ? initial : initial === null ? [] : [initial];
  return files.map((file, at) => ({
    id: `existing-${at}`,
    kind: 'existing',
    name: nameOf(file),
    file,
    dropped: false,
  }));
}

export function attachedFiles(list: ListedFile[]): StoredFile[] {
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

export function isUploading(item: ListedFile): boolean {
  return item.kind === 'new' && (item.state.step === 'waiting' || item.state.step === 'sending');
}

export function failedFiles(list: ListedFile[]): string[] {
  return list.flatMap((item) => (isFailed(item) ? [item.name] : []));
}

export function isFailed(item: ListedFile): item is NewFile {
  return item.kind === 'new' && item.state.step === 'failed';
}

/** An imported slide may have nothing but its address. */
function nameOf({ name, url }: StoredFile): string {
  return name || url.slice(url.lastIndexOf('/') + 1) || url;
}
