import type { KitFile } from './kit.ts';

const MOST_CHARACTERS = 60;

/** 'game-night-poster.pdf'; 'event-poster.pdf' where nothing of the title is ASCII. */
export function fileNameOf(title: string, file: KitFile): string {
  const plain = title
    .slice(0, 1000)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, MOST_CHARACTERS)
    .replace(/-$/, '');
  return `${slug || 'event'}-${file}`;
}
