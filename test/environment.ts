import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { chmodSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fontverter from 'fontverter';
import { SETTING_NAMES } from '../app/config/settings.server.ts';
import { testBrowserPath } from '../scripts/browser.mjs';
import { folderForTests } from '../scripts/folder-for-tests.mjs';

/** What tests get of the machine's environment: where programs are, and what steers the test runners themselves. */
const LET_IN =
  /^(PATH|TERM|COLUMNS|CI|DEBUG|DISPLAY|NO_COLOR|FORCE_COLOR)$|^(CLUBROOM|CHROMIUM|PLAYWRIGHT|VITEST)_|^NODE_(?!ENV$)|^npm_config_registry$/;

const FONT = 'Noto Sans';
const TYPEFACES = {
  'noto-sans': /-(400|700)-normal\.woff$/,
  'noto-emoji': /-400-normal\.woff$/,
  vazirmatn: /arabic-(400|700)-normal\.woff$/,
};

/**
 * Gives this process, and all that it starts, the same environment on every machine: fonts of the packages alone, a
 * locale and a zone far from the club's, a home folder, a folder for temporary files, and none of the settings
 * that this shell or `.env` hold. What is in these folders goes with the process.
 */
export async function enterTestEnvironment(): Promise<void> {
  // Test runners read their configuration again in every process that they start.
  if (process.env.CLUBROOM_TEST_FOLDER) return;
  const browser = testBrowserPath();
  const folder = await mkdtemp(join(folderForTests(), 'club-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  process.umask(0o022);
  // Postgres runs as another user where this one is root.
  chmodSync(folder, 0o755);
  const home = join(folder, 'home');
  await mkdir(home);
  const fonts = await installFonts(folder);
  for (const name of Object.keys(process.env)) if (!LET_IN.test(name)) delete process.env[name];
  Object.assign(process.env, {
    // An empty setting is none, and goes before that of `.env`.
    ...Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])),
    // As a site is served: while one is developed, React takes much longer.
    NODE_ENV: 'production',
    // The folder of a test that names none: never the project's own.
    DATA_DIR: join(folder, 'data'),
    CLUBROOM_TEST_FOLDER: folder,
    // Compiled once, what tests start a hundred times.
    NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'),
    HOME: home,
    // Short: the name of a socket below it has room for some hundred letters.
    TMPDIR: folder,
    FONTCONFIG_FILE: fonts,
    // The browser that was downloaded lies in the home folder proper.
    ...(browser && { CHROMIUM_PATH: browser }),
    // Neither the club's language nor its zone: nothing may depend on where the machine stands.
    LANG: 'de_DE.UTF-8',
    TZ: 'Pacific/Auckland',
  });
}

/** Browsers open no fonts that are packed for the web: here they lie unpacked. Gives the fontconfig file that names them. */
async function installFonts(folder: string): Promise<string> {
  const fonts = join(folder, 'fonts');
  await mkdir(fonts);
  for (const [name, wanted] of Object.entries(TYPEFACES)) {
    const packed = resolve('node_modules/@fontsource', name, 'files');
    for (const file of (await readdir(packed)).filter((one) => wanted.test(one)))
      await writeFile(
        join(fonts, `${basename(file, '.woff')}.ttf`),
        await fontverter.convert(await readFile(join(packed, file)), 'sfnt'),
      );
  }
  const config = join(folder, 'fonts.conf');
  await writeFile(
    config,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${inXml(fonts)}</dir>
  <cachedir>${inXml(join(folder, 'font-cache'))}</cachedir>
  <match target="pattern"><edit name="family" mode="append_last"><string>${FONT}</string></edit></match>
</fontconfig>
`,
  );
  return config;
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
