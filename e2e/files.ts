import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

/** Writes a picture in one colour to a file of this test, and gives back its path. */
export async function pictureFile(name: string, background: string, width = 320, height = 240): Promise<string> {
  const format = name.endsWith('.jpg') ? 'jpeg' : 'png';
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
  return fileOf(name, content);
}

/** Writes a picture of noise, of some 2.4 MB, to a file of this test, and gives back its path. */
export async function largePictureFile(name: string): Promise<string> {
  const noise = sharp(randomBytes(900 * 900 * 3), { raw: { width: 900, height: 900, channels: 3 } });
  return fileOf(name, await noise.png().toBuffer());
}

/** Writes a photo of noise as a camera does that was held upright: stored lying, with a note on how to turn it. */
export async function rotatedPhotoFile(name: string, { width, height }: { width: number; height: number }) {
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
  const content = await noise.blur(2).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  return { path: await fileOf(name, content), bytes: content.length };
}

/** Writes a file, and gives back its path: a browser may read no letters of another language in it. */
export async function fileOf(name: string, content: Buffer | string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'chosen-')), name);
  await writeFile(path, content);
  return path;
}

/** Drops files from the machine on an element, as a mouse does. */
export async function dropFiles(page: Page, target: Locator, files: string[]): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to drop on');
  const browser = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files, dragOperationsMask: 1 } });
  }
}

/** Sends with so many bytes a second at most, from now on. */
export async function throttleUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  const rates = { uploadThroughput: bytesPerSecond, downloadThroughput: -1, latency: 0 };
  await browser.send('Network.emulateNetworkConditions', { offline: false, ...rates });
}

/** The colour in the middle of a picture that a site serves, as red, green and blue. */
export async function colourOf(address: string): Promise<number[]> {
  const image = sharp(await (await fetch(address)).arrayBuffer());
  return [...(await image.resize(1, 1).removeAlpha().raw().toBuffer())];
}
