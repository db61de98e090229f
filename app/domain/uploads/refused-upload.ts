import { Rejected, TooLarge } from '../errors.ts';
import { promisedImage } from './image-name.ts';

/** A record names the file, so that it stays: 409. */
export class StillUsed extends Rejected {
  override name = 'StillUsed';
}

/** How many bytes an image and any other file may have. */
export interface UploadLimits {
  maxImageBytes: number;
  maxFileBytes: number;
}

/** Images that can be shown in other sizes. */
const SHOWN: Record<string, { name: string; ending: string }> = {
  'image/jpeg': { name: 'JPEG', ending: '.jpg' },
  'image/png': { name: 'PNG', ending: '.png' },
  'image/gif': { name: 'GIF', ending: '.gif' },
  'image/webp': { name: 'WebP', ending: '.webp' },
  'image/tiff': { name: 'TIFF', ending: '.tiff' },
  'image/avif': { name: 'AVIF', ending: '.avif' },
};
const MEGABYTE = 1024 * 1024;

/** True for a content type that is kept as an image: without metadata, with smaller copies. */
export function isShownImage(contentType: string): boolean {
  return contentType in SHOWN;
}

/**
 * Checks `size`, in bytes, as far as it has arrived or was announced.
 * @throws TooLarge
 */
export function checkUploadSize(name: string, size: number, isImage: boolean, limits: UploadLimits): void {
  const most = isImage ? limits.maxImageBytes : limits.maxFileBytes;
  if (size <= most) return;
  const megabytes = Math.floor((most / MEGABYTE) * 100) / 100;
  throw new TooLarge(`‘${name}’ is larger than ${megabytes} MB, the most for ${isImage ? 'an image' : 'a file'}.`);
}

/**
 * Checks that what a file holds bears out what its name says, and that it is an image where one is wanted.
 * @throws Rejected with a sentence that says what to do.
 */
export function checkUploadType(name: string, contentType: string, wanted: 'image' | 'any'): void {
  const promised = promisedImage(name);
  if (contentType === 'image/heic' || promised === 'image/heic') {
    throw new Rejected(`‘${name}’ is a HEIC picture, which browsers cannot show. Save it as JPEG and upload that.`);
  }
  if (promised !== undefined && promised !== contentType) throw wrongEnding(name, promised, contentType);
  if (wanted === 'image' && !isShownImage(contentType)) {
    const names = Object.values(SHOWN).map((one) => one.name);
    throw new Rejected(`‘${name}’ is not an image that can be shown here. Choose one of: ${names.join(', ')}.`);
  }
}

/** What is said of a file whose beginning is right and whose rest is not. */
export function damagedImage(name: string): Rejected {
  return new Rejected(
    `‘${name}’ cannot be read as an image: it may be damaged. Save it anew as JPEG or PNG and upload that.`,
  );
}

function wrongEnding(name: string, promised: string, contentType: string): Rejected {
  const real = SHOWN[contentType];
  if (real) {
    return new Rejected(`‘${name}’ holds a ${real.name} image. Give its name the ending ${real.ending} and try again.`);
  }
  const kind = SHOWN[promised]?.name ?? 'SVG';
  return new Rejected(`‘${name}’ does not hold a ${kind} image: it may be damaged, or another kind of file.`);
}
