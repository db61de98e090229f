import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A picture of `width` by `height` pixels: red on the left half, blue on the right. */
export async function picture(width: number, height: number, format: Format = 'jpeg'): Promise<Buffer> {
  return (await halves(width, height)).toFormat(format).toBuffer();
}

/**
 * A JPEG as a phone held upright takes it: stored `width` by `height`, to be shown turned right by a quarter, so that
 * red is at the top; it names its camera and the place.
 */
export async function phonePicture(width: number, height: number): Promise<Buffer> {
  const taken = (await halves(width, height)).withExif({
    IFD0: { Make: 'Secret Camera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 0/1 0/1' },
  });
  return taken.withMetadata({ orientation: 6 }).jpeg().toBuffer();
}

/** A square of black and white pixels, all of one colour: a small file of many. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  const parts = [pngPart('IHDR', header), pngPart('IDAT', rows), pngPart('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function pngPart(type: string, content: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A GIF of two frames. */
export async function animation(width: number, height: number): Promise<Buffer> {
  const frames = await Promise.all(['red', 'blue'].map((colour) => plain(width, height, colour)));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

async function halves(width: number, height: number) {
  const blue = await plain(Math.floor(width / 2), height, 'blue');
  return sharp(await plain(width, height, 'red')).composite([{ input: blue, gravity: 'east' }]);
}

function plain(width: number, height: number, background: string): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
