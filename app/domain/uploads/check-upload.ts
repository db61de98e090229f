import { Rejected, TooLarge } from '../errors.ts';
import { IMAGE_TYPES, isShownImage, imageTypeByName } from '../files/image-types.ts';

export class StillUsed extends Rejected {
  override name = 'StillUsed';
}

/** MAX_IMAGE_MB and MAX_FILE_MB in config/settings.server.ts. */
export interface UploadLimits {
  maxImageBytes: number;
  maxFileBytes: number;
}

const MEGABYTE = 1024 * 1024;

/** @throws TooLarge */
export function checkUploadSize(name: string, size: number, isImage: boolean, limits: UploadLimits): void {
  const most = isImage ? limits.maxImageBytes : limits.maxFileBytes;
  if (size <= most) return;
  const megabytes = Math.floor((most / MEGABYTE) * 100) / 100;
  throw new TooLarge(`‘${name}’ is larger than ${megabytes} MB, the most for ${isImage ? 'an image' : 'a file'}.`);
}

/** What the form asks for. A logo can also be a drawing (SVG), which is stored as pixels. */
export type UploadKind = 'image' | 'logo' | 'any';

export const DRAWING = 'image/svg+xml';

/** @throws Rejected if the content does not match the name's ending, or is not an image although one is wanted. */
export function checkUploadType(name: string, contentType: string, wanted: UploadKind): void {
  const expected = imageTypeByName(name);
  if (contentType === 'image/heic' || expected === 'image/heic') {
    throw new Rejected(`‘${name}’ is a HEIC picture, which browsers cannot show. Save it as JPEG and upload that.`);
  }
  if (expected !== undefined && expected !== contentType) throw wrongEnding(name, expected, contentType);
  if (wanted === 'logo' && contentType === DRAWING) return;
  if (wanted !== 'any' && !isShownImage(contentType)) {
    const names = [...Object.values(IMAGE_TYPES).map((one) => one.name), ...(wanted === 'logo' ? ['SVG'] : [])];
    throw new Rejected(`‘${name}’ is not an image that can be shown here. Choose one of: ${names.join(', ')}.`);
  }
}

function wrongEnding(name: string, expected: string, contentType: string): Rejected {
  const real = IMAGE_TYPES[contentType];
  if (real) {
    return new Rejected(`‘${name}’ holds a ${real.name} image. Rename it to end in .${real.endings[0]} and try again.`);
  }
  const kind = IMAGE_TYPES[expected]?.name ?? 'SVG';
  return new Rejected(`‘${name}’ does not hold a ${kind} image: it may be damaged, or another kind of file.`);
}
