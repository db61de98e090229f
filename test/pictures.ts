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
