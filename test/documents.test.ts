import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { can, canSomewhere, ROLE_NAMES, ROLES, type Capability, type Role } from '../app/domain/roles.ts';
import { isDay } from '../app/time/club-day.ts';
import manifest from '../package.json' with { type: 'json' };
import { ADDRESSES, ADMIN_SCREENS } from './access-rules.ts';

const textOf = (file: string) => readFileSync(file, 'utf8');

/** What stands in a document below each heading of the second level, by the heading's text. */
function sectionsOf(file: string): Map<string, string> {
  const [, ...parts] = textOf(file).split(/^## /m);
  return new Map(parts.map((part) => [part.split('\n', 1)[0] ?? '', part]));
}

test('docs/dependencies.md says of every package why it is here, and of none that is not', () => {
  const sections = sectionsOf('docs/dependencies.md');
  const listed = (heading: string) =>
    [...(sections.get(heading) ?? '').matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
  const isMeant = (name: string) => (listing: string) =>
    listing.endsWith('*') ? name.startsWith(listing.slice(0, -1)) : name === listing;
  const tables = [
    ['What runs', { ...manifest.dependencies, ...manifest.optionalDependencies }],
    ['What builds and tests', manifest.devDependencies],
  ] as const;
  for (const [heading, packages] of tables) {
    const [listings, names] = [listed(heading), Object.keys(packages)];
    expect(names.filter((name) => !listings.some(isMeant(name)))).toEqual([]);
    expect(listings.filter((listing) => !names.some((name) => isMeant(name)(listing)))).toEqual([]);
  }
});

/** ‘product.md 3’, ‘product.md 2, 5’ or ‘product.md 2, Events’, in a comment's one line or over two. */
const CITATION = /\bproduct\.md(?: (\d+(?:, \d+)*))?(?:, ([A-Z][\w-]*(?: [\w-]+)*))?/g;

test('every section of docs/product.md that a comment cites is there', () => {
  const sections = new Map(
    [...sectionsOf('docs/product.md')].map(([heading, text]) => [heading.split('.', 1)[0] ?? '', text]),
  );
  /** A section's parts begin with their name, in bold or italics. */
  const isThere = (number: string, part: string | undefined) => {
    const text = sections.get(number);
    return (
      text !== undefined && (!part || [`**${part}.**`, `**${part}**`, `_${part}_`].some((name) => text.includes(name)))
    );
  };
  const files = globSync('{app,cli,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs,mts,css}').filter(
    (file) => file !== 'test/documents.test.ts',
  );
  const cited = files.flatMap((file) =>
    [
      ...textOf(file)
        .replaceAll(/\n\s*\*? ?/g, ' ')
        .matchAll(CITATION),
    ].map(([whole, numbers, part]) => ({
      where: `${file}: ${whole}`,
      isRight: numbers !== undefined && numbers.split(', ').every((number) => isThere(number, part)),
    })),
  );
  expect(cited.length).toBeGreaterThan(60);
  expect(cited.filter(({ isRight }) => !isRight).map(({ where }) => where)).toEqual([]);
});

/** What a site makes where it runs, and the repository does not hold. */
const MADE_BY_A_SITE = /^(DATA_DIR|data|versions)\/|^serving\.json$/;

test('every path that a decision, CONTRIBUTING.md or the table of places names is there', () => {
  const files = globSync('{app,bench,cli,content,deploy,docs,e2e,sample,scripts,test}/**/*').concat(globSync('*'));
  const isThere = (path: string) => {
    const found = path.replace(/\/$/, '');
    return files.some((file) => file === found || file.endsWith(`/${found}`));
  };
  const named = ['CONTRIBUTING.md', 'docs/where-to-change.md', ...globSync('docs/decisions/*.md')].flatMap((record) =>
    [...textOf(record).matchAll(/`([\w.@-][\w.@/-]*)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !MADE_BY_A_SITE.test(path) && /^[\w-]+\/|\.(tsx?|m?js|m?ts|css|md|json|sql)$/.test(path))
      .map((path) => ({ where: `${record}: ${path}`, isRight: isThere(path) })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ isRight }) => !isRight).map(({ where }) => where)).toEqual([]);
});

test('the newest release of CHANGELOG.md is this version, which says on which day it came out', () => {
  const [, newest] = /^## (\S+)/m.exec(textOf('CHANGELOG.md')) ?? [];
  expect(newest).toBe(manifest.version);
  expect(isDay(manifest.releasedOn)).toBe(true);
});

/** What a committee’s people may not use, even for their own events. */
const NEVER_OWN = ['/admin/events/:id/proposal', '/admin/test-mail'];

/** What docs/security.md says that a role may do at an address. */
function rightAt(address: string, role: Role, { read, send }: { read: Capability; send: Capability }): string {
  const isOwn = canSomewhere(role, send) && !can(role, send) && !NEVER_OWN.includes(address);
  if (isOwn) return 'own events';
  if (!can(role, read)) return '403';
  return can(role, send) ? 'reads and sends' : 'reads';
}

test('docs/security.md says of every address for officers what each role may do there', () => {
  const section = sectionsOf('docs/security.md').get('Who may what, as it was walked') ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const [heading, ...said] = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(heading).toEqual(['address', ...ROLES.map((role) => ROLE_NAMES[role])]);
  const rules = Object.entries(ADDRESSES).flatMap(([address, rule]) => {
    if (rule === 'public') return [];
    const { needs } = 'rest' in rule ? rule.rest : rule;
    const shown = `\`${address}\`${'rest' in rule ? ' (POST: everyone)' : ''}`;
    return [{ address, shown, read: needs, send: needs }];
  });
  const screens = Object.entries(ADMIN_SCREENS).map(([address, rule]) => ({
    address,
    shown: `\`${address}\``,
    ...rule,
  }));
  const meant = [...screens, ...rules].map((rule) => [
    rule.shown,
    ...ROLES.map((role) => rightAt(rule.address, role, rule)),
  ]);
  const byAddress = (cells: string[][]) => Object.fromEntries(cells.map(([shown = '', ...others]) => [shown, others]));
  expect(byAddress(said.slice(1))).toEqual(byAddress(meant));
});
