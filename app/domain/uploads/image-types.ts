/** The images that can be shown in other sizes, by content type: without metadata, with smaller copies. */
export const IMAGE_TYPES: Record<string, { name: string; endings: [string, ...string[]] }> = {
  'image/jpeg': { name: 'JPEG', endings: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  'image/png': { name: 'PNG', endings: ['png'] },
  'image/gif': { name: 'GIF', endings: ['gif'] },
  'image/webp': { name: 'WebP', endings: ['webp'] },
  'image/tiff': { name: 'TIFF', endings: ['tiff', 'tif'] },
  'image/avif': { name: 'AVIF', endings: ['avif'] },
};

/** Images by their names that cannot be shown so. */
const OTHERS: Record<string, string> = { heic: 'image/heic', heif: 'image/heic', svg: 'image/svg+xml' };

/** Images with these endings get a thumbnail (product.md 9). */
const WITH_THUMBNAIL = new Set(['gif', 'jpg', 'jpeg', 'tiff', 'png']);

/** True for a content type of IMAGE_TYPES. */
export function isShownImage(contentType: string): boolean {
  return Object.hasOwn(IMAGE_TYPES, contentType);
}

/** True for the file names whose image is shown beside them (product.md 2, Upload widget). */
export function hasThumbnail(name: string): boolean {
  return WITH_THUMBNAIL.has(endingOf(name));
}

/** The content type of the image that a name promises; undefined when its ending is no image's. */
export function promisedImage(name: string): string | undefined {
  const ending = endingOf(name);
  const shown = Object.entries(IMAGE_TYPES).find(([, { endings }]) => endings.includes(ending));
  return shown?.[0] ?? OTHERS[ending];
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
