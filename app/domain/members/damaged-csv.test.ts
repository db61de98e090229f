import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMembersCsv } from './read-csv.ts';

const HEADING = 'name,email,student id,since,paid until,note';

/** The lines below the heading that were read as somebody, and those that are named. */
function linesOf(text: string): { read: number[]; named: number[] } {
  const { lines, notRead } = readMembersCsv(text);
  return { read: lines.map(({ line }) => line), named: notRead.map(({ line }) => line) };
}

/** As people write them: each is one line. */
const cell = fc.oneof(
  fc.constantFrom('', 'paid in cash', 'said "hello"', 'a, b', '5" disk', '""', 'Ö', "'=1", '  '),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[\r\n\uFFFD]/g, '')),
);

function quoted(text: string, always: boolean): string {
  return always || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const rows = fc.array(fc.record({ name: cell, note: cell, isQuoted: fc.boolean(), hasAddress: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

function tableOf(people: { name: string; note: string; isQuoted: boolean; hasAddress: boolean }[]): string[] {
  return people.map(({ name, note, isQuoted, hasAddress }, at) =>
    [`N${name}`, hasAddress ? `p${at}@example.org` : 'nobody', String(at), '2026-09-01', '', note]
      .map((one) => quoted(one, isQuoted))
      .join(','),
  );
}

/** A quotation mark comes in, or goes. */
const damage = fc.tuple(fc.nat(), fc.boolean());

function damaged(text: string, damages: [number, boolean][]): string {
  let now = text;
  for (const [place, isNew] of damages) {
    const marks = [...now.matchAll(/"/g)].map(({ index }) => index);
    if (isNew) now = `${now.slice(0, place % (now.length + 1))}"${now.slice(place % (now.length + 1))}`;
    else if (marks.length > 0) {
      const at = marks[place % marks.length] ?? 0;
      now = now.slice(0, at) + now.slice(at + 1);
    }
  }
  return now;
}

describe('a damaged table of members', () => {
  test('whose quotation mark is never closed loses nobody: its line is named, the others are read', () => {
    const others = Array.from({ length: 20 }, (_one, at) => `P${at},p${at}@x.org,${at},2026-09-01,2027-08-31,ok`);
    const text = [HEADING, 'Ann One,ann@x.org,1,2026-09-01,2027-08-31,"paid in cash', ...others].join('\r\n');
    const { lines, notRead } = readMembersCsv(text);
    expect(notRead).toEqual([{ line: 2, reason: 'The quotation mark that begins a cell here is never closed' }]);
    expect(lines.map(({ line, name, note }) => [line, name, note])).toEqual(
      others.map((_one, at) => [at + 3, `P${at}`, 'ok']),
    );
  });

  test.each<[what: string, lines: string[], read: number[], named?: number[]]>([
    ['a later cell', ['Ann,ann@x.org,1,,,"cash', 'Bea,bea@x.org,2,,,ok', 'Cem,cem@x.org,3,,,"ok"'], [3, 4]],
    ['the end of a later line', ['Ann,ann@x.org,1,,,"cash', 'Bea,bea@x.org,2,,,ok', 'Cem,cem@x.org,3,,,ok"'], [3, 4]],
    ['the next name', ['"Ann,ann@x.org,1,,,cash', 'Bea",bea@x.org,2,,,ok'], [3]],
    ['the next address', ['"Ann,ann@x.org,1,,,cash', 'Bea,bea@x.org",2,,,ok'], [], [2, 3]],
    ['the name below the note', ['Ann,ann@x.org,1,,,"cash', 'Bea",bea@x.org,2,,,ok'], [3]],
  ])(
    'where %s seems to close it: the line where it begins is named, the others are read',
    (_what, lines, read, named = [2]) => {
      expect(linesOf([HEADING, ...lines].join('\n'))).toEqual({ read, named });
    },
  );

  test('what stands behind a closing mark is not dropped: the line is named', () => {
    const { lines, notRead } = readMembersCsv(`${HEADING}\n"Ann "the A" One",ann@x.org,,,,\n"Bea" ,bea@x.org,,,,`);
    expect(notRead).toEqual([{ line: 2, reason: 'There is something after a closing quotation mark here' }]);
    expect(lines).toMatchObject([{ line: 3, name: 'Bea' }]);
  });

  test('in its heading is refused as a whole', () => {
    expect(() => readMembersCsv('name,"email,note\nAnn,ann@x.org,ok\n')).toThrow('quotation mark');
  });

  test('people read and lines named are all lines, whatever marks come and go', () => {
    const property = fc.property(rows, fc.array(damage, { maxLength: 6 }), (people, damages) => {
      const text = damaged(tableOf(people).join('\n'), damages);
      const all = text.split('\n').length;
      const { read, named } = linesOf(`${HEADING}\n${text}`);
      expect([...read, ...named].toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: all }, (_one, at) => at + 2),
      );
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('the same of 200,000 marks is told at once', () => {
    for (const line of ['"', '"a', '"""', 'a,"', '"a"b', '"a,b@x.org']) {
      const text = `${HEADING}\n${`${line}\n`.repeat(9_999)}`;
      const { read, named } = linesOf(text);
      expect(read.length + named.length).toBe(9_999);
    }
  });
});
