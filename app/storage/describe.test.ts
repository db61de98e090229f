import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { animation, phonePicture, picture } from '../../test/pictures.ts';
import { describeFile } from './describe.server.ts';

const nothing = { width: null, height: null, blur: null };

describe('an image', () => {
  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)('is known by its content: %s', async (format) => {
    const content = await picture(60, 40, format);
    const found = await describeFile(content, 'homework.pdf');
    expect(found).toMatchObject({ contentType: `image/${format}`, size: content.length, width: 60, height: 40 });
  });

  it('is an AVIF also where it begins with the name of the family', async () => {
    const content = await picture(60, 40, 'avif');
    content.write('mif1', 8, 'latin1');
    expect(await describeFile(content, 'a.avif')).toMatchObject({ contentType: 'image/avif', width: 60 });
  });

  it('has the size in which it is shown', async () => {
    expect(await describeFile(await phonePicture(60, 40), 'a.jpg')).toMatchObject({ width: 40, height: 60 });
  });

  it('has a placeholder 16 pixels wide in its colours', async () => {
    const { blur } = await describeFile(await picture(640, 480), 'a.jpg');
    const [, base64 = ''] = /^data:image\/webp;base64,(.+)$/.exec(blur ?? '') ?? [];
    const placeholder = sharp(Buffer.from(base64, 'base64'));
    expect(await placeholder.metadata()).toMatchObject({ width: 16, height: 12 });
    const [red = 0, , blue = 0] = await placeholder.raw().toBuffer();
    expect(red - blue).toBeGreaterThan(150);
    expect(blur?.length).toBeLessThan(400);
  });

  it('has none where it is transparent, since that would be seen through it', async () => {
    const logo = sharp({ create: { width: 40, height: 40, channels: 4, background: '#ff000080' } });
    expect(await describeFile(await logo.png().toBuffer(), 'a.png')).toMatchObject({ width: 40, blur: null });
  });

  it('is its first frame, when animated', async () => {
    expect(await describeFile(await animation(30, 20), 'a.gif')).toMatchObject({ width: 30, height: 20 });
  });

  it('is no image when it is broken or cut off', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
        background: 'red',
      },
    })
      .jpeg()
      .toBuffer();
    const broken = { contentType: 'application/octet-stream', ...nothing };
    expect(await describeFile(whole.subarray(0, whole.length / 2), 'a.jpg')).toMatchObject(broken);
    expect(await describeFile(Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'), 'a.png')).toMatchObject(broken);
  });

  it('is read from a path as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clubroom-'));
    const content = await picture(60, 40);
    await writeFile(join(folder, 'a'), content);
    expect(await describeFile(join(folder, 'a'), 'a.jpg')).toEqual(await describeFile(content, 'a.jpg'));
    await rm(folder, { recursive: true });
  });
});

describe('another file', () => {
  it.each([
    ['%PDF-1.7\n', 'a.pdf', 'application/pdf'],
    ['%PDF-1.7\n', 'a.jpg', 'application/pdf'],
    ['PK\x03\x04rest', 'a.zip', 'application/zip'],
    ['PK\x03\x04rest', 'a.constructor', 'application/zip'],
    ['PK\x03\x04rest', 'Slides.PPTX', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
    ['\0\0\0\x18ftypheic\0\0', 'a.jpg', 'image/heic'],
    ['\0\0\0\x18ftypisom\0\0', 'a.mp4', 'video/mp4'],
    ['Hello', 'a.txt', 'text/plain; charset=utf-8'],
    ['a,b\n1,2\n', 'a.csv', 'text/csv; charset=utf-8'],
    ['<!doctype html><script>alert(1)</script>', 'a.html', 'text/plain; charset=utf-8'],
    ['<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png', 'image/svg+xml'],
    ['\x01\x02\x03', 'a.png', 'application/octet-stream'],
    ['', 'empty.txt', 'text/plain; charset=utf-8'],
  ])('%j named %s is %s', async (content, name, contentType) => {
    const found = await describeFile(Buffer.from(content, 'latin1'), name);
    expect(found).toEqual({ contentType, size: content.length, ...nothing });
  });

  it('may be cut within a character where reading stops', async () => {
    const text = Buffer.from(`${'a'.repeat(4095)}é`);
    expect((await describeFile(text, 'a.txt')).contentType).toBe('text/plain; charset=utf-8');
  });
});
