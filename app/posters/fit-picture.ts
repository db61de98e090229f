import type { Sharp } from 'sharp';

export interface PictureBox {
  width: number;
  height: number;
}

const MOST_PIXELS = 60_000_000;
const RASTER = new Set(['jpeg', 'png', 'webp', 'heif', 'gif']);
/** What is enlarged more is no picture any more, only squares. */
const MOST_ENLARGED = 2.5;
const MOST_CUT = 0.1;

/** PNG: whole and turned upright, on a blurred copy of itself; on `ground` where it is transparent. @throws for what is no image. */
export async function fitPicture(picture: Uint8Array, box: PictureBox, ground: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { width, height, isOpaque } = await readPicture(picture);
  const open = () => sharp(picture, { limitInputPixels: MOST_PIXELS }).autoOrient();
  const [aspect, wanted] = [width / height, box.width / box.height];
  // Bars as narrow as these look like a mistake.
  if (isOpaque && Math.min(aspect, wanted) / Math.max(aspect, wanted) > 1 - MOST_CUT) return cut(open(), box);
  const most = Math.min(box.width / width, box.height / height, MOST_ENLARGED);
  const size = (side: number) => Math.max(1, Math.round(side * most));
  const whole = await open()
    .resize(size(width), size(height), { fit: 'fill' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
  const behind = isOpaque ? await blurred(open(), box) : await plain(box, ground);
  return sharp(behind)
    .composite([{ input: whole, gravity: 'centre' }])
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
}

function cut(image: Sharp, { width, height }: PictureBox): Promise<Buffer> {
  return image
    .resize(width, height, { fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** As it is seen, turned upright. @throws for what is no image. */
export async function readPicture(picture: Uint8Array): Promise<PictureBox & { isOpaque: boolean }> {
  const { default: sharp } = await import('sharp');
  const image = sharp(picture, { limitInputPixels: MOST_PIXELS });
  const { format, autoOrient, hasAlpha } = await image.metadata();
  if (!RASTER.has(format)) throw new TypeError(`A picture cannot be ${format}`);
  const isOpaque = !hasAlpha || (await image.stats()).isOpaque;
  return { ...autoOrient, isOpaque };
}

/** Small first: what is blurred needs no detail, and takes a twentieth of the time. */
async function blurred(image: Sharp, { width, height }: PictureBox): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const little = await image
    .resize(Math.ceil(width / 8), Math.ceil(height / 8), { fit: 'cover' })
    .toColourspace('srgb')
    .blur(4)
    .modulate({ brightness: 0.8 })
    .removeAlpha()
    .png()
    .toBuffer();
  return sharp(little).resize(width, height, { kernel: 'cubic' }).png({ compressionLevel: 1 }).toBuffer();
}

async function plain({ width, height }: PictureBox, background: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp({ create: { width, height, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
