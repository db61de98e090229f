import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageMeta, type PageHead } from './head.ts';

const SITE = { name: 'Example Club', publicUrl: 'https://club.example.edu', locale: 'en-US' };

/** The texts of a page's head by the name or property they are given under. */
function metaOf(given: Partial<PageHead>): Record<string, string> {
  const tags: object[] = pageMeta({ site: SITE, description: 'All we do', path: '/home', ...given });
  return Object.fromEntries(
    tags.map((tag) => {
      const said: Record<string, string> = Object.fromEntries(Object.entries(tag));
      const { title, name, property, content, rel, href } = said;
      return [name ?? property ?? rel ?? 'title', content ?? href ?? title ?? ''];
    }),
  );
}

describe('the head of a page', () => {
  test('names the page and the club', () => {
    expect(metaOf({ title: 'Team', path: '/team' })).toEqual({
      title: 'Team · Example Club',
      description: 'All we do',
      canonical: 'https://club.example.edu/team',
      'og:title': 'Team',
      'og:description': 'All we do',
      'og:url': 'https://club.example.edu/team',
      'og:type': 'website',
      'og:site_name': 'Example Club',
      'og:locale': 'en_US',
      'og:image': 'https://club.example.edu/share.png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Example Club',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Team',
      'twitter:description': 'All we do',
      'twitter:image': 'https://club.example.edu/share.png',
      'twitter:image:alt': 'Example Club',
    });
  });

  test('is the club’s name alone on the home page', () => {
    expect(metaOf({})).toMatchObject({ title: 'Example Club', 'og:title': 'Example Club' });
  });

  test('shows the page’s own picture, here or elsewhere, with the sizes that are known', () => {
    const here = metaOf({ image: { url: '/files/a.jpg', width: 10, height: 20, alt: 'A' } });
    expect(here).toMatchObject({ 'og:image': 'https://club.example.edu/files/a.jpg', 'og:image:height': '20' });
    const elsewhere = metaOf({ image: { url: 'https://example.com/a.jpg', width: null, alt: 'A' } });
    expect(elsewhere['og:image']).toBe('https://example.com/a.jpg');
    expect(elsewhere).not.toHaveProperty('og:image:width');
  });

  test('cuts a long description behind a word', () => {
    const { description } = metaOf({ description: `${'word '.repeat(31)}longer, and more` });
    expect(description).toBe(`${'word '.repeat(31).trim()}…`);
    expect(metaOf({ description: ' one\n\ntwo ' }).description).toBe('one two');
  });

  test('never says more than 160 characters, nor half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        const { description = '' } = metaOf({ description: text });
        expect(description.length).toBeLessThanOrEqual(160);
        expect(description.isWellFormed()).toBe(true);
      }),
    );
  });
});
