import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/**
 * What pages load in one file each: what every page needs, what it does when it is idle, what cards and pages of events do, forms, an event's
 * own form, dialogs, and the admin area. What these import comes along, unless it is in one that stands before. Without them a page has 11 KB
 * more, in two to three times as many files.
 */
const SHARED = [
  {
    name: 'site',
    test: /\/app\/(entry\.client|routes\/(events\/(late-form|form-id)|team\/initials))\.tsx?|\/node_modules\/(react|react-dom|react-router|scheduler)\/|\/app\/(root|domain\/(dependency|own|parse-json)|ui\/(drawn-html|live\/(background-work|last-shown|prefetch|unsaved-forms|after-hydration)|layout\/.*|head|site-facts|use-in-browser|use-is-past-first-frame|use-reload-at|browser-storage|picture|empty))\.tsx?|\/app\/(?!.*\/(admin\/|auth\/|draw\/|members\/|screen\/|sign-ups\/(?!to-pay)|dialog\.)).*\.css$/,
  },
  { name: 'background', test: /\/app\/ui\/(live\/|deferred-fonts)/ },
  {
    name: 'events',
    test: /\/app\/(domain\/(files\/image-view|events\/map-address)|ui\/(copy-text|copy-button|spinner)|routes\/events\/(icons|action-icons|place|places-shown|event-image|event-card|subscribe-menu|selected-event|own-sign-ups|kind-mark|sign-up-line|date-block|calendar-menu|event-notes))\.tsx?$/,
  },
  // Whoever pays reads how in the same way: a part of its own would cost every event's page.
  { name: 'event-article', test: /\/app\/routes\/events\/(event-article|description|event-actions)\.tsx?$/ },
  {
    name: 'form',
    test: /\/app\/(problem|attest\/token|ui\/form\/.*|domain\/(email-(address|input)|foreign-letters|questions\/(number|radio|text)|forms\/form-definition))\.tsx?$/,
  },
  {
    name: 'event-form',
    test: /\/app\/(routes\/events\/(custom|asked|changing|send-entry|recorded|remember|choose)|domain\/(sign-ups\/sentences|stored-json|forms\/form-changes|questions\/(answer|checkbox|long|several|index|conditions)|forms\/(event-form-definition|option-places))|routes\/sign-ups\/to-pay)/,
  },
  { name: 'dialog', test: /\/app\/ui\/(dialog|same-value|use-send)\.tsx?$/ },
  { name: 'admin', test: /\/app\/ui\/admin\/(?!upload-)/ },
];

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

/** A script names the classes that it uses and no others. A sheet of which it uses nothing but names is there all the same. */
const sheets: Plugin = {
  name: 'sheets',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' as const }),
  },
};

/** A class that a script names and no sheet has would be 'undefined' in the page. */
const noUnknownNames: Plugin = {
  name: 'no-unknown-names',
  onLog(_, log) {
    if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
  },
};

/** Whoever starts the site on a slow machine would take a list of plugins' milliseconds for a fault. */
const QUIET = { bundlerTimings: false };

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), sheets, moduleList, noUnknownNames],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          output: { codeSplitting: { groups: SHARED } },
          checks: QUIET,
        },
      },
    },
    // The process itself is the server's entry, so that pages and plumbing share one module graph (and one database).
    ssr: {
      // A part that only some browsers load is simply there on the server.
      build: { rolldownOptions: { input: './app/main.ts', checks: { ...QUIET, ineffectiveDynamicImport: false } } },
      resolve: { noExternal: command === 'build' ? BUILT_IN : [] },
    },
  },
  css: { modules: { generateScopedName: nameOf } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
}));
