import type { DragEvent } from 'react';

/** What was dropped: files; folders cannot be uploaded and are only counted. */
export function droppedFiles({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): { files: File[]; folders: number } {
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

export function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
