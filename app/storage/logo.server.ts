import { Rejected, TooLarge } from '../domain/errors.ts';
import { inChildProcess, TooCostly, type ChildLimits } from '../limits/child-process.ts';
import type { DrawAnswer } from './draw-process.ts';
import { openImage } from './images.server.ts';

const PROGRAM = 'app/storage/draw-process.ts';
/** A drawing of a few kilobytes may ask for hours of work. */
const LIMITS: ChildLimits = { timeMs: 10_000, megabytes: 256 };
/** Pixels of each side. */
const SMALLEST = 16;

/**
 * A logo as it is stored. A drawing (SVG) becomes pixels, in a process of its own: nothing of it runs, and it asks nobody. A
 * light one without a ground of its own gets a dark one: it would not be seen on white.
 * @throws Rejected for what cannot be drawn or is too small.
 */
export async function redrawLogo(content: Buffer, isDrawing: boolean): Promise<Buffer> {
  const pixels = isDrawing ? await drawInChild(content) : content;
  try {
    const { autoOrient, pages = 1 } = await (await openImage(pixels)).metadata();
    const { width, height } = autoOrient;
    if (Math.min(width, height) < SMALLEST) {
      const least = `${SMALLEST} × ${SMALLEST}`;
      throw new Rejected(`This logo has only ${width} × ${height} pixels. Choose one of at least ${least}.`);
    }
    if (pages > 1 || width * height > MOST_LOOKED_AT) return pixels;
    return (await isLightOnNothing(pixels)) ? await onDark(pixels) : pixels;
  } catch (error) {
    if (error instanceof Rejected) throw error;
    // What cleans it next says what is wrong with it.
    return pixels;
  }
}

/** Pixels: a larger one is shown as it is, or refused. */
const MOST_LOOKED_AT = 50_000_000;

async function drawInChild(svg: Buffer): Promise<Buffer> {
  const drawn = await inChildProcess<{ svg: Uint8Array }, DrawAnswer>(PROGRAM, { svg }, LIMITS).catch(
    (error: unknown) => {
      if (error instanceof TooCostly)
        throw new Rejected('This drawing takes too long, or too much memory, to draw. Save it as PNG and upload that.');
      throw error;
    },
  );
  if ('error' in drawn && /pixel limit/.test(drawn.error))
    throw new TooLarge('This drawing is too large to be drawn. Save it smaller, or as PNG, and upload that.');
  if ('error' in drawn) throw new Rejected('This drawing cannot be read. Save it as PNG and upload that.');
  return Buffer.from(drawn.png);
}

/** Between 0 and 1: anything lighter is not seen on white. */
const LIGHT = 0.8;
/** So much of it has to be seen through. */
const OPEN = 0.05;

async function isLightOnNothing(pixels: Buffer): Promise<boolean> {
  const small = (await openImage(pixels)).autoOrient().resize(64, 64, { fit: 'inside' }).toColourspace('srgb');
  const { data } = await small.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let [open, weight, light] = [0, 0, 0];
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    if (alpha < 128) open++;
    weight += alpha;
    light += (alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)) / 255;
  }
  return open / (data.length / 4) > OPEN && weight > 0 && light / weight > LIGHT;
}

const DARK = '#15171c';

async function onDark(pixels: Buffer): Promise<Buffer> {
  const image = (await openImage(pixels)).autoOrient();
  const { autoOrient } = await image.metadata();
  const edge = Math.ceil(Math.max(autoOrient.width, autoOrient.height) * 0.06);
  const wider = { top: edge, bottom: edge, left: edge, right: edge, background: DARK };
  return image.flatten({ background: DARK }).extend(wider).png().toBuffer();
}
