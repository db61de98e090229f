import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, parseSync, type Plugin } from 'vite';

/**
 * What every public page loads, as one script and one style sheet: less to compress and to wait for than in parts. The
 * rules of all public pages are in it, in the order in which they are imported.
 */
const SITE = [
  /\/node_modules\/(react|react-dom|react-router|scheduler)\//,
  /rolldown\/runtime|vite\/preload-helper|defaults\/entry\.client/,
  /\/app\/root\.tsx$/,
  /\/app\/ui\/(head|import-again|in-background|site-facts|use-whole|live\/(ahead|keep-shown|use-live))\.ts$/,
  /\/app\/ui\/(layout\/)?(?!configured-icon|copy-button|picture|rich-html)[^/]*\.tsx$/,
  /\/app\/(?!.*\/(admin|screen)\/).*\.css$/,
];
/** What the pages with a form share, those with pictures, those with cards, and an event’s page with an officer’s preview. */
const FORM =
  /\/app\/ui\/form\/(?!send\.|post-form)|\/app\/problem|\/domain\/(email-address|responses\/form-definition)\.ts$/;
const SUBMISSIONS = /\/app\/(routes\/submission-form|domain\/responses\/club-forms)\.tsx?$/;
const CARDS = /\/app\/routes\/(events\/event-card|team\/initials)\.tsx?$/;
const PICTURES =
  /\/app\/(ui\/picture|domain\/uploads\/images|routes\/events\/(event-image|cancelled-note|selected-event|icons|place))\.tsx?$/;
const EVENT =
  /\/app\/(routes\/events\/(event-article|event-actions|description|action-icons)\.tsx|domain\/events\/description-marks\.ts)$/;
/** In one file, since every page’s list of routes names each file that a screen needs. */
const ADMIN = /\/app\/ui\/admin\//;
/** What a page for everyone shares with them stays apart, or would bring all of them along. */
const COPY_TEXT = /\/app\/ui\/copy-text/;
const COPY_BUTTON = /\/app\/ui\/copy-button/;
const DIALOG = /\/app\/ui\/admin\/(dialog\.|use-send)/;

/** What the door and the screen share, with the clock that both have. */
const DISPLAYS = /\/app\/(time\/club-time|ui\/(use-wake-lock|offline\/page-files))\.ts$/;

const isForAllPages = (id: string) => SITE.some((pattern) => pattern.test(id));

/** Names that compress well, the same for browser and server: `empty` of app/routes/events/list is events-list_empty. */
function nameOf(name: string, file: string): string {
  const sheet = relative(resolve(import.meta.dirname, 'app'), file).replace(/\.module\.css.*/, '');
  const parts = sheet.split('/').filter((part, place, all) => !/^(routes|ui)$/.test(part) && part !== all[place + 1]);
  return `${parts.join('-')}_${name}`;
}

/** Packages of which the server needs a part: built in, the rest is neither read at start nor held in memory. */
const BUILT_IN = [
  ...['hono', '@hono/node-server', 'react-router', '@react-router/node', 'cookie-es', 'kysely', 'zod'],
  /^@internationalized\//,
];

/** What packages ask before they do what only a server, a developer or an old browser needs. */
const ONLY_IN_BROWSERS = {
  'typeof window': '"object"',
  'typeof document': '"object"',
  'typeof process': '"undefined"',
  'typeof setImmediate': '"undefined"',
  'typeof MessageChannel': '"function"',
  'typeof queueMicrotask': '"function"',
  'typeof reportError': '"function"',
  'typeof setTimeout': '"function"',
  'typeof clearTimeout': '"function"',
  'typeof performance': '"object"',
  'typeof performance.now': '"function"',
  'typeof Promise': '"function"',
  'typeof WeakMap': '"function"',
  'typeof WeakSet': '"function"',
  'typeof AbortController': '"function"',
  'typeof Object.is': '"function"',
  'window.__reactRouterHdrActive': 'false',
  'typeof __REACT_DEVTOOLS_GLOBAL_HOOK__': '"undefined"',
};

const LEFT_OUT = /\/react-router\/dist\/\w+\/lib\/(dom\/ssr\/fog-of-war|router\/instrumentation)\.js$/;

/** Parts of the router that are switched off here: discovering routes (react-router.config.ts), and measuring. */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: LEFT_OUT },
    handler(code) {
      const names = /^export \{([^}]+)\}/m.exec(code)?.[1]?.split(',') ?? [];
      return `const nothing = () => undefined; export { ${names.map((name) => `nothing as ${name}`).join()} };`;
    },
  },
};

/** Lets the build leave out the router's components that nothing here uses: the router names each for developers' tools. */
const unusedComponents: Plugin = {
  name: 'unused-components',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\//, code: '.displayName' },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replaceAll(/(?<=^const \w+ = )React\$1\.(?=forwardRef|memo|createContext)/gm, '/* @__PURE__ */ $&'),
      map: null,
    }),
  },
};

/** A script names the classes that it uses and no others: a sheet's names stand in their place, not in a list of all. */
const classNames: Plugin = {
  name: 'class-names',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/app\/.*\.tsx(?:\?|$)/, code: '.module.css' },
    handler: (code) => ({
      code: code.replaceAll(/^import (\w+) from ('[^']+\.module\.css');$/gm, 'import * as $1 from $2;'),
      map: null,
    }),
  },
};

/** A sheet of which a script uses nothing but names is there all the same. */
const keptSheets: Plugin = {
  name: 'kept-sheets',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' as const }),
  },
};

const IMPORT_AGAIN = resolve(import.meta.dirname, 'app/ui/import-again.ts');

/** Every import that the browser makes while the page is open, the router's too, is made again where it fails. */
const importsAgain: Plugin = {
  name: 'imports-again',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { code: /\bimport\s*\(/, id: { exclude: IMPORT_AGAIN } },
    handler(code, id) {
      const imports = parseSync(id, code).module.dynamicImports;
      const wrapped = imports.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}importAgain(() => ${text.slice(start, end)})${text.slice(end)}`,
        code,
      );
      if (imports.length === 0) return null;
      return { code: `import { importAgain } from ${JSON.stringify(IMPORT_AGAIN)};\n${wrapped}`, map: null };
    },
  },
};

/** Notes which modules each of the browser's files is made of, for the bench and the tests. */
const moduleList: Plugin = {
  name: 'module-list',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? [[file.fileName.replace('assets/', ''), Object.keys(file.modules)] as const] : [],
    );
    const list = chunks.map(([file, ids]) => [file, ids.map((id) => relative(import.meta.dirname, id))]);
    await writeFile('build/modules.json', JSON.stringify(Object.fromEntries(list), null, 1));
  },
};

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), leanRouter, unusedComponents, classNames, keptSheets, importsAgain, moduleList],
  environments: {
    client: {
      define: command === 'build' ? ONLY_IN_BROWSERS : {},
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
          treeshake: {
            manualPureFunctions: ['warning', 'warnOnce', 'console.warn'],
            propertyReadSideEffects: false,
            unknownGlobalSideEffects: false,
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'site', test: isForAllPages },
                { name: 'form', test: FORM },
                { name: 'submissions', test: SUBMISSIONS },
                { name: 'pictures', test: PICTURES },
                { name: 'cards', test: CARDS },
                { name: 'copy-text', test: COPY_TEXT },
                { name: 'copy-button', test: COPY_BUTTON },
                { name: 'event', test: EVENT },
                { name: 'dialog', test: DIALOG },
                { name: 'club-time', test: DISPLAYS },
                { name: 'admin', test: ADMIN },
              ],
            },
          },
        },
      },
    },
    // The process itself is the server's entry, so that pages and plumbing share one module graph (and one database).
    ssr: {
      // A part that only some browsers load is simply there on the server.
      build: { rolldownOptions: { input: './app/main.ts', checks: { ineffectiveDynamicImport: false } } },
      resolve: { noExternal: command === 'build' ? BUILT_IN : [] },
    },
  },
  css: { modules: { generateScopedName: nameOf } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
}));
