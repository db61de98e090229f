import { own } from '../own.ts';

export const IMAGE_TYPES: Record<string, { name: string; endings: [string, ...string[]] }> = {
  'image/jpeg': { name: 'JPEG', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { name: 'PNG', endings: ['png'] },
  'image/gif': { name: 'GIF', endings: ['gif'] },
  'image/webp': { name: 'WebP', endings: ['webp'] },
  'image/tiff': { name: 'TIFF', endings: ['tiff', 'tif'] },
  'image/avif': { name: 'AVIF', endings: ['avif'] },
};

const TYPES_NOT_SHOWN: Record<string, string> = { heic: 'image/heic', heif: 'image/heic', svg: 'image/svg+xml' };

/** Names with these endings have a thumbnail beside them in a form (product.md 9). */
const WITH_THUMBNAIL = new Set(['gif', 'jpg', 'jpeg', 'tiff', 'png']);

export function isShownImage(contentType: string): boolean {
  return Object.hasOwn(IMAGE_TYPES, contentType);
}

export function hasThumbnail(name: string): boolean {
  return WITH_THUMBNAIL.has(endingOf(name));
}

/** The content type that a name’s ending stands for; undefined if it is no image’s. */
export function imageTypeByName(name: string): string | undefined {
  const ending = endingOf(name);
  const found = Object.entries(IMAGE_TYPES).find(([, { endings }]) => endings.includes(ending));
  return found?.[0] ?? own(TYPES_NOT_SHOWN, ending);
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
