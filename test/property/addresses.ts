import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newKey } from '../../app/domain/keys.ts';
import { toCsv, withoutNeutralising } from '../../app/domain/csv.ts';
import { embeddedFormUrl } from '../../app/domain/events/shown-event.ts';
import { BadValue, readAddress } from '../../app/transfer/fields.ts';
import { readImportedFile } from '../../app/transfer/files.ts';
import { fileUrl, guidOf } from '../../app/domain/files/stored-file.ts';
import { labelName } from '../../app/domain/uploads/store-upload.ts';
import { contrast } from '../../app/colour.ts';
import { accentPalette } from '../../app/ui/palette.ts';
import { hostileText } from './hostile.ts';
import type { Runs } from './runs.ts';

const scheme = fc.constantFrom(
  'https:',
  'http:',
  'javascript:',
  'data:',
  'HTTPS:',
  ' https:',
  'java\tscript:',
  'mailto:',
  '',
);
const hostile = fc.oneof(
  fc.tuple(scheme, fc.constantFrom('//', '/', '', '\\\\', '/\\'), hostileText).map((parts) => parts.join('')),
  fc.tuple(fc.webUrl({ withQueryParameters: true, withFragments: true }), hostileText).map((parts) => parts.join('')),
  fc
    .array(fc.constantFrom('/', '?', '#', ':', '@', 'd', 'e', 'ID', 'forms', '..', '%2f'), { maxLength: 20 })
    .map((parts) => `https://docs.example.com/${parts.join('')}`),
  hostileText,
);

/** Addresses, names and colours that come from people lead only where they may. */
export function testAddresses({ addresses }: Runs): void {
  const times = { numRuns: addresses };

  describe('whatever address is given', () => {
    test('for an embedded form, it is shown by https, at the same host, as its embedded view, or not at all', () => {
      const property = fc.property(hostile, (given) => {
        const shown = embeddedFormUrl(given);
        if (shown === undefined) return;
        const [url, asked] = [new URL(shown), new URL(given)];
        expect(url.protocol).toBe('https:');
        expect(shown.endsWith('/viewform?embedded=true')).toBe(true);
        expect(shown.split('/').length).toBeLessThanOrEqual(8);
        expect(url.host).toBe(asked.host);
      });
      fc.assert(property, times);
    });

    test('for a link of an import, it is http(s) or refused', () => {
      const property = fc.property(hostile, (given) => {
        const read = orRefused(() => readAddress(given, 'url', 'http:', 'https:'));
        if (!read) return;
        expect(['http:', 'https:']).toContain(new URL(read).protocol);
      });
      fc.assert(property, times);
    });

    test('for a file of an import, it leads to this site or by http(s) elsewhere, and its path goes only down', () => {
      const property = fc.property(hostile, hostile, hostile, (url, path, name) => {
        const file = orRefused(() => readImportedFile({ url, path, name }, 'image'));
        if (!file) return;
        const { protocol, origin } = new URL(file.url || '/', 'https://club.example.edu');
        expect(['http:', 'https:']).toContain(protocol);
        expect(!file.url.startsWith('/') || origin === 'https://club.example.edu').toBe(true);
        const stored = posix.normalize(posix.join('/files', file.path ?? '', file.name));
        expect(stored.startsWith('/files')).toBe(true);
        expect(/[\0\\]/.test(stored)).toBe(false);
      });
      fc.assert(property, times);
    });
  });

  describe('whatever name is given', () => {
    test('a file’s label is one part of a path, of a length that every storage takes, and the same when given again', () => {
      const property = fc.property(hostileText, (given) => {
        const label = labelName(given);
        expect(label).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]|^\.|^$/u);
        expect(Buffer.byteLength(label)).toBeLessThanOrEqual(255);
        expect(label.isWellFormed()).toBe(true);
        expect(labelName(label)).toBe(label);
        const guid = crypto.randomUUID();
        const address = fileUrl(`2026/11/20/${guid}`, label);
        expect(new URL(address, 'https://club.example.edu').pathname).toBe(address);
        expect(guidOf({ name: label, url: address })).toBe(guid);
      });
      fc.assert(property, times);
    });

    test('a cell of a spreadsheet is no formula, and reads as it was written', () => {
      const property = fc.property(fc.array(hostileText, { minLength: 1, maxLength: 4 }), (cells) => {
        const [line, ...others] = cellsOf(toCsv(['Received'], [cells]).slice('\uFEFFReceived\r\n'.length));
        expect(others).toEqual([]);
        const parts = line?.flatMap((cell) => cell.split(/[;|\t\r\n]/)) ?? [];
        expect(parts.filter((part) => /^[\s"]*[=+\-@]/.test(part))).toEqual([]);
        expect(line?.map(withoutNeutralising)).toEqual(cells);
      });
      fc.assert(property, times);
    });

    test('a new key sorts behind those of the milliseconds before', () => {
      const property = fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 20 }), (steps) => {
        let now = Date.UTC(2026, 0, 1);
        const keys = steps.map((step) => newKey((now += step)));
        expect(keys).toEqual([...keys].toSorted((one, other) => (one < other ? -1 : 1)));
        expect(new Set(keys).size).toBe(keys.length);
      });
      fc.assert(property, times);
    });
  });

  test('whatever colour a club has, its texts can be read in both themes', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
    const grounds = { light: ['#f1ebdd', '#ffffff'], dark: ['#10131a', '#1d222e'] };
    const property = fc.property(colour, (accent) => {
      const palette = accentPalette(accent);
      for (const theme of ['light', 'dark'] as const) {
        const of = (name: string) => palette[`--${theme}-${name}`] ?? '';
        const papers = [...grounds[theme], of('accent-tint')];
        const pairs = [...papers.map((paper) => [of('accent-text'), paper]), [of('on-accent'), of('accent-fill')]];
        const pale = pairs.filter(([text = '', ground = '']) => !(contrast(text, ground) >= 4.5));
        expect([theme, pale]).toEqual([theme, []]);
      }
    });
    fc.assert(property, times);
  });
}

function orRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    return undefined;
  }
}

/** A CSV file's lines and cells, read as RFC 4180 says. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      let close = at + 1;
      while (text[close] !== '"' || text[close + 1] === '"') close += text[close] === '"' ? 2 : 1;
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
    } else {
      const end = text.slice(at).search(/,|\r\n/);
      cell = text.slice(at, end < 0 ? undefined : at + end);
      at = end < 0 ? text.length : at + end;
    }
    line.push(cell);
    if (text[at] === ',') at += 1;
    else {
      lines.push(line);
      line = [];
      at += 2;
    }
  }
  return lines;
}
