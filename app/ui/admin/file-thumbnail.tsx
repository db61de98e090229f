import { useEffect, useRef, useState } from 'react';
import { FileIcon, ImageIcon } from './icons.tsx';
import { hasThumbnail } from '../../domain/uploads/image-types.ts';
import type { StoredFile } from '../../domain/uploads/stored-file.ts';
import type { ListedFile } from './upload-list.ts';
import styles from './upload-field.module.css';

export function FileThumbnail({ item }: { item: ListedFile }) {
  const [failures, setFailures] = useState(0);
  const isImage = hasThumbnail(item.name);
  const source = isImage ? sourcesOf(item)[failures] : undefined;
  const Icon = isImage ? ImageIcon : FileIcon;
  const element = useRef<HTMLImageElement>(null);
  // What failed before the page came alive tells nobody any more.
  useEffect(() => {
    const { current } = element;
    if (current?.complete && current.naturalWidth === 0) setFailures(failures + 1);
  }, [failures]);
  return (
    <span className={styles.thumbnail}>
      {source === undefined ? (
        <Icon size={24} />
      ) : (
        <img
          key={source}
          ref={element}
          src={source}
          alt=""
          draggable={false}
          onError={() => setFailures(failures + 1)}
        />
      )}
    </span>
  );
}

function sourcesOf(item: ListedFile): string[] {
  if (item.kind === 'existing') return [...smallCopy(item.file), item.file.url];
  const stored = item.state.step === 'done' ? [...smallCopy(item.state.file), item.state.file.url] : [];
  // What was chosen is shown at once; a TIFF only as what became of it.
  return [item.preview, ...stored];
}

function smallCopy({ path, url }: StoredFile): string[] {
  return path !== undefined && url.startsWith('/files/') ? [`/files/${path}/640.webp`] : [];
}
