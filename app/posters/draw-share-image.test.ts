import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { picture } from '../../test/pictures.ts';
import { drawIcon, drawIconPng } from './draw-icon.ts';
import { drawPoster } from './draw-poster.ts';
import { drawShareImage } from './draw-share-image.ts';

const accent = '#aa3b3b';
const text = {
  title: 'Hack Weekend: 48 Hours to Build Something Kind',
  when: 'Wednesday, September 30, 2026, 07:30 PM',
  clubName: 'Example University Computer Science Club',
  accent,
};

/** Red, green and blue of one pixel. */
async function pixel(image: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(image).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())];
}

async function noise(): Promise<Buffer> {
  const create = { width: 1600, height: 1200, channels: 3, background: '#888' } as const;
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 90 } } })
    .jpeg()
    .toBuffer();
}

describe('a sharing image', () => {
  it.each([
    ['a title of three letters', { ...text, title: 'LAN' }],
    ['a title that never ends', { ...text, title: 'everything and much more '.repeat(40) }],
    ['a title that the font lacks', { ...text, title: '漢字' }],
    ['no date', { ...text, when: '' }],
    ['a long custom date', { ...text, when: 'Every second Wednesday and the last Friday of the month '.repeat(4) }],
  ])('of an event with %s is a PNG of 1200×630 and at most 250 KB', async (_, given) => {
    const poster = await drawPoster({ key: 'a', title: '', accent });
    const image = await drawShareImage({ ...given, picture: poster });
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(image.length).toBeLessThanOrEqual(250 * 1024);
  });

  it('stays below 250 KB with a picture that is hard to compress', async () => {
    const image = await drawShareImage({ ...text, picture: await noise() });
    expect(image.length).toBeLessThanOrEqual(250 * 1024);
  });

  it('shows a wide picture whole, on a copy of itself', async () => {
    const image = await drawShareImage({ ...text, picture: await picture(1600, 900) });
    const [left, right, above] = await Promise.all([
      pixel(image, 700, 315),
      pixel(image, 1195, 315),
      pixel(image, 700, 20),
    ]);
    expect(left[0]).toBeGreaterThan(240);
    expect(right[2]).toBeGreaterThan(240);
    expect(above[0]).toBeGreaterThan(120);
    expect(above[0]).toBeLessThan(240);
  });

  it('stands without a picture', async () => {
    const image = await drawShareImage({ ...text, picture: null });
    expect(await sharp(image).metadata()).toMatchObject({ width: 1200, height: 630 });
  });

  it.each([
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'cannot be svg'],
    ['no picture at all', 'hello', 'unsupported'],
  ])('refuses a stored file that is %s', async (_, content, why) => {
    await expect(drawShareImage({ ...text, picture: Buffer.from(content) })).rejects.toThrow(why);
  });
});

describe('the icon', () => {
  it('is the short name on the accent, its corners a little round', async () => {
    const icon = await drawIconPng({ shortName: 'CSC', accent, shape: 'rounded' }, 192);
    expect(await sharp(icon).metadata()).toMatchObject({ format: 'png', width: 192, height: 192 });
    expect(await pixel(icon, 96, 10)).toEqual([0xaa, 0x3b, 0x3b]);
    expect((await sharp(icon).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer())[3]).toBeLessThan(90);
  });

  it('takes the first letters of a long name', async () => {
    const short = await drawIcon({ shortName: 'RS', accent, shape: 'rounded' });
    expect(await drawIcon({ shortName: 'Robotics Society', accent, shape: 'rounded' })).toBe(short);
  });

  it.each(['棋', '🎲', ''])('is a form where the name %j cannot be set', async (shortName) => {
    expect(await drawIcon({ shortName, accent, shape: 'square' })).toContain('<circle');
  });
});
