import { fileRecord, type FileRecord } from '../uploads/file-record.ts';
import type { DscCard } from './dsc-card.ts';

/** A content card as programs read it (product.md 3). `text` is HTML as it was written: sanitize it to show it. */
export interface DscRecord {
  $key: string;
  title: string;
  text: string;
  img: FileRecord | null;
  imgAlt: string;
  position: number;
}

/** A DSC card as the lists for programs show it (product.md 3). */
export function dscRecord({ key, title, text, img, imgAlt, position }: DscCard): DscRecord {
  return { $key: key, title, text, img: img && fileRecord(img), imgAlt, position };
}
