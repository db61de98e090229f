import { readFileSync, globSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const code = globSync('{app,cli,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}').toSorted();
const product = code.filter((file) => file.startsWith('app/') && !file.endsWith('.test.ts'));
const textOf = (file: string) => readFileSync(file, 'utf8');
/** The file without its comments. */
const codeOf = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** The project's files that `file` imports, as paths from the root; types alone count only with `types`. */
function importsOf(file: string, { types }: { types: boolean }): string[] {
  const found = textOf(file).matchAll(/^(?:import|export)\s(type\s)?[^;]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm);
  return [...found]
    .filter(([, isType]) => types || !isType)
    .map(([, , fixed, late]) => normalize(join(dirname(file), fixed ?? late ?? '')));
}

function arrows(from: string, forbidden: RegExp, { types = true } = {}): string[] {
  return product
    .filter((file) => file.startsWith(from))
    .flatMap((file) =>
      importsOf(file, { types })
        .filter((target) => forbidden.test(target))
        .map((target) => `${file} → ${target}`),
    );
}

describe('the rule: route → domain → db, one way, never skipping', () => {
  test('a route never touches the database', () => {
    expect(arrows('app/routes/', /^app\/db\//)).toEqual([]);
  });

  test('the domain imports none of the plumbing, no screen and no component', () => {
    const forbidden = /^app\/(auth|attest|http|live|mail|storage|routes|ui|server|main|root)\b/;
    expect(arrows('app/domain/', forbidden)).toEqual([]);
  });

  test('a schema that browsers know is made where Zod is set up for their policy', () => {
    const made = /^import (?!type)[^;]*from 'zod'/m;
    const found = product.filter((file) => /^app\/(domain|ui)\//.test(file) && made.test(textOf(file)));
    expect(found).toEqual(['app/domain/zod.ts']);
  });

  test('the domain never sees React, a request or a cookie', () => {
    const outside = product.filter(
      (file) =>
        file.startsWith('app/domain/') && /from 'react|from 'hono|\bRequest\b(?!ed)|[Cc]ookie/.test(codeOf(file)),
    );
    expect(outside).toEqual([]);
  });

  test('the database knows tables and dialects, not the club', () => {
    expect(arrows('app/db/', /^app\/(?!db|config\/start-error|domain\/topics)/)).toEqual([]);
  });

  test('components know no noun but the stored picture', () => {
    expect(arrows('app/ui/', /^app\/(routes|db|http|domain\/(?!uploads|errors|topics))/)).toEqual([]);
  });

  test('what belongs to the server is named so, and only the server imports it', () => {
    const pages = product.filter((file) => file.startsWith('app/ui/') || /^app\/routes\/.*\.tsx$/.test(file));
    const wrong = pages
      .flatMap((file) => importsOf(file, { types: false }).map((target) => [file, target] as const))
      // Loaders and actions hold the site; React Router takes both out of the browser's copy.
      .filter(
        ([file, target]) =>
          target.endsWith('.server.ts') &&
          !/^export (async )?function (loader|action)|^export const (loader|action)/m.test(textOf(file)),
      );
    expect(wrong).toEqual([]);
  });
});

describe('habits', () => {
  test('settings are read in one place', () => {
    const readers = product.filter((file) => textOf(file).includes('process.env'));
    expect(readers).toEqual(['app/config/settings.server.ts']);
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
