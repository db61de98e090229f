/** Images with these endings get a thumbnail (product.md 9). */
const WITH_THUMBNAIL = new Set(['gif', 'jpg', 'jpeg', 'tiff', 'png']);

/** What a name with one of these endings promises to hold. */
const PROMISED: Record<string, string> = {
  gif: 'image/gif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heic',
  svg: 'image/svg+xml',
};

/** True for the file names whose image is shown beside them (product.md 2, Upload widget). */
export function hasThumbnail(name: string): boolean {
  return WITH_THUMBNAIL.has(endingOf(name));
}

/** The content type of the image that a name promises; undefined when its ending is no image's. */
export function promisedImage(name: string): string | undefined {
  return PROMISED[endingOf(name)];
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
