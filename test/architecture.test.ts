import { readFileSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const code = globSync('{app,cli,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs,mts}').concat(globSync('*.ts')).toSorted();
const product = code.filter((file) => /^(app|cli)\//.test(file) && !/\.test\.tsx?$/.test(file));
const app = product.filter((file) => file.startsWith('app/'));
const texts = new Map(code.map((file) => [file, readFileSync(file, 'utf8')]));
const textOf = (file: string) => texts.get(file) ?? '';
/** The file without its comments. */
const codeOf = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm, '');

interface Import {
  from: string;
  isType: boolean;
}

/** Everything that `file` imports, now or late, as it is written. */
function importsOf(file: string): Import[] {
  const found = codeOf(file).matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;'"]*?from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/gm,
  );
  return [...found].map(([, isType, fixed, late]) => ({ from: fixed ?? late ?? '', isType: isType !== undefined }));
}

/** The project's files that `file` imports, as paths from the root. */
function targetsOf(file: string, { types = true } = {}): string[] {
  return importsOf(file)
    .filter(({ from, isType }) => from.startsWith('.') && (types || !isType))
    .map(({ from }) => normalize(join(dirname(file), from.replace(/\?\w+$/, ''))))
    .filter((target) => texts.has(target));
}

/**
 * Who may import whom: a folder of `app/` and what it may import besides itself, types included. A name stands for the
 * folder, or for the one file that has it. `domain` holds the club's rules and knows neither requests nor screens; the
 * engines below it do what needs a library or a file system; `http` and `routes` put both before people.
 */
const ARROWS: Record<string, string[]> = {
  time: [],
  html: [],
  'admin-screens': [],
  addresses: ['admin-screens'],
  config: ['domain/day-count', 'domain/email-address', 'domain/nearest-name'],
  db: ['config/start-error', 'config/version', 'domain/topics'],
  domain: ['addresses', 'config/club', 'db', 'html', 'time'],

  feeds: ['config', 'db', 'domain', 'html', 'time'],
  guide: ['html', 'http/fetch-bytes', 'limits/child-process'],
  posters: ['colour', 'qr-code', 'limits', 'load-package'],
  mail: ['config', 'db', 'domain', 'feeds', 'limits/load-once'],
  discord: ['domain'],
  storage: ['code-folder', 'config', 'db', 'domain', 'limits/child-process', 'load-package'],
  transfer: ['db', 'domain', 'html', 'time'],
  'event-files': ['domain', 'html', 'limits', 'time'],
  backup: ['config/start-error', 'config/version', 'db', 'domain', 'transfer'],
  archive: ['addresses', 'config', 'db', 'domain', 'feeds', 'html', 'http/env', 'site', 'storage', 'transfer'],

  limits: ['code-folder', 'db'],
  telemetry: ['addresses', 'domain/dates/thing', 'http', 'limits', 'live', 'site', 'time'],
  live: ['addresses', 'config', 'db', 'domain', 'http/listen/client-address', 'limits', 'telemetry'],
  attest: ['auth/signed-token', 'db', 'domain', 'limits', 'problem', 'read-answer'],
  auth: ['config', 'db', 'domain', 'html', 'http', 'limits', 'problem', 'site', 'telemetry', 'ui/palette'],
  http: [
    'addresses',
    'attest/not-attested',
    'auth',
    'code-folder',
    'config',
    'db',
    'domain',
    'html',
    'limits',
    'live',
    'problem',
    'routes',
    'site',
    'storage',
    'telemetry',
    'time',
    'ui/late-start',
    'ui/page-scripts',
    'watch',
  ],

  ui: [
    'attest/token',
    'colour',
    'config/icon-names',
    'domain/check-input',
    'domain/errors',
    'domain/dependency',
    'domain/files',
    'domain/money',
    'domain/own',
    'domain/parse-json',
    'domain/random-hex',
    'domain/roles',
    'domain/table-files',
    'domain/topics',
    'domain/trash-days',
    'domain/uploads/check-upload',
    'html/leads-outside',
    'problem',
    'qr-code',
    'read-answer',
  ],
  routes: [
    ...[
      'addresses',
      'admin-screens',
      'archive',
      'attest',
      'auth',
      'code-folder',
      'colour',
      'config',
      'domain',
      'feeds',
      'event-files',
      'guide',
      'html',
      'http',
      'limits',
      'mail',
      'posters',
      'problem',
      'qr-code',
      'read-answer',
      'site',
    ],
    ...['storage', 'telemetry', 'time', 'ui', 'watch'],
  ],

  'code-folder': [],
  colour: [],
  'qr-code': [],
  problem: [],
  'read-answer': ['problem'],
  'load-package': [],
  'current-club': ['config', 'db', 'domain', 'time'],
  site: ['auth', 'config', 'current-club', 'db', 'domain/links/visits', 'domain/mail/mail', 'live', 'storage', 'time'],
  watch: ['auth/identity-provider', 'config', 'domain', 'storage', 'time'],
  'start-jobs': ['discord', 'domain', 'mail', 'site', 'tidying', 'watch'],
  tidying: ['db', 'domain', 'site', 'time'],
  root: ['domain', 'http', 'read-answer', 'time', 'ui'],
  'entry.client': ['routes/events/late-form', 'ui/in-background'],
  'entry.server': [
    'domain/actor',
    'http',
    'telemetry',
    'ui/early-fonts',
    'ui/early-presses',
    'ui/late-start',
    'ui/layout/notice-script',
    'ui/page-scripts',
  ],
  'open-clubroom': [
    ...[
      'archive',
      'auth',
      'backup',
      'code-folder',
      'config',
      'current-club',
      'db',
      'domain',
      'http',
      'limits',
      'live',
      'mail',
      'site',
      'start-jobs',
      'storage',
    ],
    ...['telemetry', 'transfer'],
  ],
  serving: ['config', 'db', 'domain/parse-json'],
  main: ['backup/go-back', 'config', 'http', 'open-clubroom', 'serving', 'telemetry'],
};

/**
 * The nouns of `domain/`, bottom first: a noun knows those above it here and none below. It is a file or a folder, without
 * the files of that folder that stand on a level of their own.
 */
const NOUNS: [noun: string, files?: string[]][] = [
  [
    'words of all',
    [
      ...['address-key', 'check-input', 'csv', 'day-count', 'email-address', 'email-field', 'email-input', 'errors'],
      ...['foreign-letters', 'keys', 'money', 'nearest-name', 'own', 'place-count'],
      ...[
        'find-names',
        'decode-part',
        'parse-json',
        'plain-text',
        'random-hex',
        'search-words',
        'stored-json',
        'text-addresses',
        'tokens',
        'zod',
      ],
    ],
  ],
  ['who acts', ['actor', 'roles']],
  ['topics', ['dependency', 'topics']],
  ['activity'],
  ['idempotency'],
  ['files'],
  ['records'],
  ['sign-ups/settings'],
  ['questions'],
  ['jobs'],
  ['kinds'],
  ['events'],
  ['mail'],
  ['users'],
  ['forms'],
  ['table-files'],
  ['members'],
  ['sign-ups'],
  ['looking-back'],
  ['digest'],
  ['dsc'],
  ['execs'],
  ['food'],
  ['committees/committee'],
  ['links', ['links/link-addresses', 'links/link', 'links/target']],
  ['pages/page'],
  ['sponsors'],
  ['notice/notice'],
  ['all-records'],
  ['file-uses'],
  ['trash', ['trash', 'trash-days']],
  ['pages'],
  ['uploads'],
  ['record-changes'],
  [
    'reading and changing links',
    ['change', 'read-links', 'find-refused-links', 'visits'].map((file) => `links/${file}`),
  ],
  ['notice'],
  ['on-every-page'],
  ['announcements'],
  ['responses'],
  ['looking-back/year'],
  ['handling members', ['import-csv', 'pay'].map((file) => `members/${file}`)],
  ['pay-membership-at-door'],
  ['event-changes'],
  ['committees'],
  ['event-import'],
  ['slideshow'],
  ['bring-back'],
  ['screen'],
  ['texts'],
  ['findings'],
  ['retention'],
  ['handover'],
  ['drills'],
  ['dates'],
  ['personal-data'],
  ['former-queues'],
];

/** The place in NOUNS of a file of `domain/`: its own where it is named, else its folder's. -1 without one. */
function levelOf(file: string): number {
  const name = file.replace(/^app\/domain\/|\.ts$/g, '');
  const named = NOUNS.findIndex(([noun, files = [noun]]) => files.includes(name));
  return named < 0 ? NOUNS.findIndex(([noun]) => name.startsWith(`${noun}/`)) : named;
}

function isPair(arrow: string, known: Set<string>): boolean {
  const [from, to] = arrow.split(' → ');
  return from !== to && known.has(`${to} → ${from}`);
}

/** Where a file of `app/` stands in the table: its folder, or its own name. */
function shelfOf(file: string): string {
  const [, first = ''] = file.split('/');
  return first.replace(/\.tsx?$/, '');
}

function isWithin(target: string, name: string): boolean {
  const rest = target.slice(`app/${name}`.length);
  return target.startsWith(`app/${name}`) && (rest.startsWith('/') || /^(\.server)?\.tsx?$/.test(rest));
}

/**
 * Who holds a promise for longer than a call: of work that is under way and forgotten when it ends, however it ends, or of
 * what takes itself out when it fails. Everything else that is loaded once is loaded by `loadOnce`, which forgets failures.
 */
const HOLDS_PROMISES = new Set([
  'app/attest/token.ts',
  'app/domain/jobs/worker.ts',
  'app/guide/read-guide.ts',
  'app/limits/load-once.ts',
  'app/main.ts',
  'app/routes/door/door-client.ts',
  'app/storage/one-at-a-time.ts',
  'app/ui/form/use-sending.ts',
]);

/** Who reads events that visitors do not see: writes, officers' screens, and what answers by the link to a draft. */
const READS_DRAFTS = new Set([
  'app/domain/event-changes/proposals.ts',
  'app/domain/events/rights.ts',
  'app/domain/announcements/send-announcements.ts',
  'app/domain/announcements/view-announcements.ts',
  'app/domain/events/admin-table.ts',
  'app/domain/events/with-drafts.ts',
  'app/domain/event-changes/editable-event.ts',
  'app/domain/event-changes/change.ts',
  'app/domain/event-changes/door-links.ts',
  'app/domain/event-changes/bring-back-event.ts',
  'app/domain/event-changes/imported-events.ts',
  'app/domain/event-changes/remove-events.ts',
  'app/domain/event-changes/save-event.ts',
  'app/domain/event-changes/seen-event.ts',
  'app/domain/event-changes/take-from-events.ts',
  'app/domain/event-import/import-events.ts',
  'app/domain/events/preview.ts',
  'app/domain/event-changes/publish.ts',
  'app/domain/events/visibility.ts',
  'app/domain/findings/first-steps.ts',
  'app/domain/links/change.ts',
  'app/domain/looking-back/counts.ts',
  'app/domain/looking-back/taken-in.ts',
  'app/domain/looking-back/yet-to-count.ts',
  'app/domain/forms/event-form.ts',
  'app/domain/responses/forms-of-events.ts',
  'app/domain/responses/csv.ts',
  'app/domain/retention/erase-expired.ts',
  'app/domain/sign-ups/door/links.ts',
  'app/domain/sign-ups/door/door.ts',
  'app/domain/sign-ups/by-officer.ts',
  'app/domain/sign-ups/payments/list-payments.ts',
  'app/domain/sign-ups/payments/mark.ts',
  'app/domain/sign-ups/places.ts',
  'app/routes/api/announce.ts',
  'app/routes/api/posters.ts',
]);

describe('the rule: route → domain → db, one way, never skipping', () => {
  test('a folder imports what the table lets it import', () => {
    const wrong = app.flatMap((file) =>
      targetsOf(file)
        .filter((target) => target.startsWith('app/') && shelfOf(target) !== shelfOf(file))
        .filter((target) => !(ARROWS[shelfOf(file)] ?? []).some((name) => isWithin(target, name)))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  test('a noun of the domain knows those above it in the table, and every noun is there', () => {
    const domain = app.filter((file) => file.startsWith('app/domain/'));
    const wrong = domain.flatMap((file) =>
      targetsOf(file)
        .filter((target) => target.startsWith('app/domain/') && levelOf(target) > levelOf(file))
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
    expect(domain.filter((file) => levelOf(file) < 0)).toEqual([]);
    const levels = new Set(domain.map(levelOf));
    expect(NOUNS.filter((_noun, level) => !levels.has(level))).toEqual([]);
    const named = NOUNS.flatMap(([, files = []]) => files.map((name) => `app/domain/${name}.ts`));
    expect(named.filter((file) => !domain.includes(file))).toEqual([]);
  });

  test('no two nouns of the domain know each other', () => {
    const nounOf = (file: string) => shelfOf(file.replace('app/', ''));
    const arrows = app
      .filter((file) => file.startsWith('app/domain/'))
      .flatMap((file) => targetsOf(file).map((target) => [file, target]))
      .filter(([, target = '']) => target.startsWith('app/domain/'))
      .map((files) => files.map(nounOf));
    const known = new Set(arrows.map((nouns) => nouns.join(' → ')));
    expect([...known].filter((arrow) => isPair(arrow, known))).toEqual([]);
  });

  test('what visitors are shown is read where no draft is', () => {
    const readsAll = (file: string) =>
      targetsOf(file).includes('app/domain/events/with-drafts.ts') ||
      /(?:selectFrom|innerJoin|leftJoin)\(\s*'events'|eventsVisibleTo\(/.test(codeOf(file));
    const found = app.filter((file) => readsAll(file) && !file.startsWith('app/routes/admin/'));
    expect(found.filter((file) => !READS_DRAFTS.has(file))).toEqual([]);
    expect([...READS_DRAFTS].filter((file) => !found.includes(file))).toEqual([]);
  });

  test('what is stored of a sign-up is changed where decisions are carried out', () => {
    const writes =
      /(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'entries'|\b(?:insert into|update|delete from) entries\b/;
    const written = product.filter((file) => writes.test(codeOf(file)) && !file.startsWith('app/db/migrations/'));
    expect(written).toEqual(['app/domain/sign-ups/carry-out.ts']);
  });

  test('what is stored of events is changed in one place, with all that follows', () => {
    const writes =
      /(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'events'|\b(?:insert into|update|delete from) events\b/;
    const written = product.filter((file) => writes.test(codeOf(file)) && !file.startsWith('app/db/migrations/'));
    expect(written).toEqual(['app/domain/event-changes/change.ts']);
  });

  test('no file imports itself by way of others', () => {
    expect(findCircles(new Map(product.map((file) => [file, targetsOf(file)])))).toEqual([]);
  });

  test('the club’s configuration gives the domain types alone', () => {
    const wrong = app.filter(
      (file) => file.startsWith('app/domain/') && targetsOf(file, { types: false }).includes('app/config/club.ts'),
    );
    expect(wrong).toEqual([]);
  });

  test('a schema that browsers know is made where Zod is set up for their policy', () => {
    const made = /^import (?!type)[^;]*from 'zod'/m;
    const found = app.filter((file) => /^app\/(domain|ui)\//.test(file) && made.test(textOf(file)));
    expect(found).toEqual(['app/domain/zod.ts']);
  });

  test('what lasts as long as the process takes the club’s words anew from the site', () => {
    const lasting = /\bfunction (?:start\w+|create\w+|\w+App)\(\s*\{[^})]*\bclub\b/;
    expect(app.filter((file) => lasting.test(codeOf(file)))).toEqual([]);
  });

  test('the domain never sees a request or a cookie', () => {
    const seen = app.filter(
      (file) => file.startsWith('app/domain/') && /\bRequest\b(?!ed)|[Cc]ookie/.test(codeOf(file)),
    );
    expect(seen).toEqual([]);
  });

  test('what people without an account open loads nothing of the admin area’s components', () => {
    const imports = new Map(app.map((file) => [file, targetsOf(file, { types: false })]));
    const open = [...app.filter((file) => /^app\/routes\/(?!admin\/|dev\/)/.test(file)), 'app/routes/door/helpers.tsx'];
    const found = open.flatMap((file) => [...reachableFrom(file, imports)].map((target) => `${file} → ${target}`));
    expect(found.filter((arrow) => arrow.includes('→ app/ui/admin/'))).toEqual([]);
  });

  test('what belongs to the server is named so, and only the server imports it', () => {
    const pages = app.filter((file) => file.startsWith('app/ui/') || /^app\/routes\/.*\.tsx$/.test(file));
    const wrong = pages
      .flatMap((file) => targetsOf(file, { types: false }).map((target) => [file, target] as const))
      // Loaders and actions hold the site; React Router takes both out of the browser's copy.
      .filter(
        ([file, target]) =>
          target.endsWith('.server.ts') &&
          !/^export (async )?function (loader|action)|^export const (loader|action)/m.test(textOf(file)),
      );
    expect(wrong).toEqual([]);
  });
});

/** The files of every circle; a file is in one where it can be reached from what it imports. */
function findCircles(imports: Map<string, string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachableFrom(file, imports)]));
  const inCircle = [...reached].filter(([file, others]) => others.has(file)).map(([file]) => file);
  const circles = inCircle.map((file) =>
    inCircle.filter((other) => reached.get(file)?.has(other) && reached.get(other)?.has(file)),
  );
  return circles.filter(([first], at) => first === inCircle[at]);
}

function reachableFrom(start: string, imports: Map<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...(imports.get(start) ?? [])];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...(imports.get(file) ?? []));
  }
  return reached;
}

describe('packages', () => {
  const packagesOf = (files: string[]) =>
    new Set(files.flatMap((file) => importsOf(file).flatMap(({ from }) => packageNameOf(from) ?? [])));

  /** What nobody imports by its name, and who needs it. */
  const NEEDED: Record<string, RegExp> = {
    ...Object.fromEntries(
      ['bricolage-grotesque', 'noto-emoji', 'noto-sans', 'vazirmatn'].map((name) => [
        `@fontsource/${name}`,
        new RegExp(`'${name}'`),
      ]),
    ),
    '@testing-library/dom': /resolve\('@testing-library\/dom\//,
    lighthouse: /'lighthouse'|lighthouse\/cli/,
    oxfmt: /\boxfmt\b/,
    oxlint: /\boxlint\b/,
    'oxlint-tsgolint': /--type-aware/,
    typescript: /\btsc\b/,
  };
  const STYLES = globSync('app/**/*.css').map((file) => readFileSync(file, 'utf8'));
  const named = { ...manifest.dependencies, ...manifest.devDependencies };

  test('the domain imports kysely and zod, and no other', () => {
    const domain = app.filter((file) => file.startsWith('app/domain/'));
    expect([...packagesOf(domain)].toSorted()).toEqual(['kysely', 'zod']);
  });

  test('what is imported is named in package.json, and what the product imports not among what only builds and tests it', () => {
    const unnamed = [...packagesOf(code)].filter((name) => !(name in named));
    expect(unnamed).toEqual([]);
    // The table of addresses is read by the build, which writes it into the program.
    const running = product.filter((file) => file !== 'app/routes.ts');
    expect([...packagesOf(running)].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });

  test('what package.json names is needed', () => {
    const isNeeded = (files: string[]) => {
      const imported = packagesOf(files);
      const source = files.map(textOf).join('\n');
      return (name: string) =>
        imported.has(name) || NEEDED[name]?.test(source) || STYLES.some((style) => style.includes(`'${name}/`));
    };
    const typed = (name: string) => name === '@types/node' || name.replace('@types/', '') in named;
    expect(Object.keys(manifest.dependencies).filter((name) => !isNeeded(product)(name))).toEqual([]);
    const others = Object.keys(manifest.devDependencies).filter((name) => !isNeeded(code)(name));
    expect(others.filter((name) => !(name.startsWith('@types/') && typed(name)))).toEqual([]);
  });
});

/** The package of an import; undefined for a file, and for what Node and the build bring along. */
function packageNameOf(from: string): string | undefined {
  if (/^\.|^(node|virtual):/.test(from)) return undefined;
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/');
}

describe('habits', () => {
  test('settings are read in one place', () => {
    const readers = app.filter((file) => textOf(file).includes('process.env'));
    expect(readers).toEqual(['app/config/settings.server.ts']);
  });

  test('a form is read within bounds', () => {
    expect(app.filter((file) => codeOf(file).includes('.formData()'))).toEqual([]);
  });

  test('what is loaded once is loaded again after a failure', () => {
    const held =
      /(?:\blet |^ +#)\w+: (?:\w+ \| )?Promise<|Map<[^\n(]*\bPromise<|useRef<Promise<|^(?:export )?const \w+(?:: Promise<[^=]*)? = (?:await |)import\(/m;
    const found = product.filter((file) => held.test(codeOf(file)));
    expect(found.filter((file) => !HOLDS_PROMISES.has(file))).toEqual([]);
    expect([...HOLDS_PROMISES].filter((file) => !found.includes(file))).toEqual([]);
    // An imported package that fails while it is run does so for good (app/load-package.ts).
    expect(product.filter((file) => /\bimport\('(?:sharp|fontkit)'\)/.test(codeOf(file)))).toEqual([]);
  });

  test('no folder is named for nothing, and names are in kebab-case', () => {
    expect(code.filter((file) => /\/(utils?|lib|helpers?|common|services|misc)\//.test(file))).toEqual([]);
    expect(code.filter((file) => !/^[a-z0-9.\-/]+$/.test(file))).toEqual([]);
  });

  test('no type is given up, no rule silenced, nothing left for later, no test skipped or asleep', () => {
    const own = code.filter((file) => file !== 'test/architecture.test.ts');
    const silenced = /: any\b|<any>|as any\b|@ts-ignore|@ts-expect-error|\b(TODO|FIXME|XXX|HACK)\b/;
    const asleep = /\b(it|test|describe)\.(skip|only|todo|fixme)\b|waitForTimeout\(/;
    expect(own.filter((file) => silenced.test(textOf(file)) || asleep.test(textOf(file)))).toEqual([]);
  });
});
