import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ImageView } from '../domain/files/image-view.ts';
import { Picture } from './picture.tsx';

const stored: ImageView = {
  src: '/files/2026/1/1/x/a.jpg',
  width: 1500,
  height: 1000,
  blur: 'data:image/webp;base64,AAAA',
  variants: '/files/2026/1/1/x',
};

function rendered(props: Partial<Parameters<typeof Picture>[0]>): { html: string; withoutScripts: string } {
  const html = renderToStaticMarkup(createElement(Picture, { image: stored, alt: 'Poster', sizes: '400px', ...props }));
  const [, withoutScripts = ''] = /<noscript>(.*)<\/noscript>/.exec(html) ?? [];
  return { html: html.replace(/<noscript>.*<\/noscript>/, ''), withoutScripts };
}

it('asks for nothing until it is near, and reserves its place', () => {
  const { html } = rendered({});
  expect(html).not.toMatch(/src="(?!data:)|srcset=/i);
  expect(html).toContain('0%200%201500%201000');
  expect(html).toContain('width="1500" height="1000"');
  expect(html).toContain(stored.blur);
});

it('simply loads without JavaScript', () => {
  const { withoutScripts } = rendered({});
  expect(withoutScripts).toContain('src="/files/2026/1/1/x/a.jpg"');
  expect(withoutScripts).toContain('alt="Poster"');
});

it('offers the sizes that the original can fill, by their true width', () => {
  const widths = ['400.avif 400w', '640.avif 640w', '800.avif 800w', '1280.avif 1280w', '1920.avif 1500w'];
  const avif = widths.map((width) => `/files/2026/1/1/x/${width}`).join(', ');
  expect(rendered({}).withoutScripts).toContain(`srcSet="${avif}"`);
  const small = rendered({ image: { ...stored, width: 500 } }).withoutScripts;
  expect(small).toContain('srcSet="/files/2026/1/1/x/400.webp 400w, /files/2026/1/1/x/640.webp 500w"');
});

it('loads at once and is preloaded when it is seen first', () => {
  const { html, withoutScripts } = rendered({ priority: true });
  expect(html).toMatch(/<link rel="preload" as="image"[^>]* type="image\/avif"/);
  expect(html).toMatch(/<img [^>]*loading="eager"[^>]*src="\/files\/2026\/1\/1\/x\/a\.jpg"/);
  expect(withoutScripts).toBe('');
});

it('shows an image of another site from there', () => {
  const outside = { src: 'https://img.example.com/a.png', width: null, height: null, blur: null, variants: null };
  const { html } = rendered({ image: outside, priority: true });
  expect(html).toContain('src="https://img.example.com/a.png"');
  expect(html).not.toMatch(/<source|width=|background/);
});
