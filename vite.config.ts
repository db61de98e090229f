import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';

/** What public pages load in one file each: what every page needs, what cards and pages of events do, what cards alone do, and what forms do. */
const SHARED = [
  {
    name: 'site',
    test: /\/node_modules\/(react|react-dom|react-router|scheduler)\/|\/app\/(root|ui\/(drawn|live\/.*|layout\/.*|head|site-facts|use-whole|picture|empty|copy-text))\.tsx?$|\/app\/(?!.*\/(admin|auth|draw|members|screen|sign-ups)\/).*\.css$/,
  },
  {
    name: 'events',
    test: /\/app\/(domain\/(files\/image-view|events\/map-address)|ui\/copy-text|routes\/events\/(icons|place|places-shown|event-image|selected-event|sign-up-line|date-block|calendar-menu))\.tsx?$/,
  },
  {
    name: 'cards',
    test: /\/app\/(routes\/events\/(event-card|subscribe-menu))\.tsx?$/,
  },
  {
    name: 'form',
    test: /\/app\/(problem|ui\/form\/(?!send|post-form).*|domain\/(email-address|forms\/form-definition|questions\/(number|radio|text)))\.tsx?$/,
  },
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

export default defineConfig(({ command }) => ({
  plugins: [reactRouter(), moduleList],
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } },
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
