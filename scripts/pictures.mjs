// npm run pictures [-- NAME…]: takes the pictures of README.md and docs/ anew, from the sample club in the built site.
import { ensureChromium } from './browser.mjs';
import { buildWhenStale, ensureInstalled, fail, runNode } from './setup.mjs';

await ensureInstalled();
await buildWhenStale();
if (!(await ensureChromium())) fail('There is no Chromium to take pictures with.');
process.exit(await runNode(['docs/pictures/take.ts', ...process.argv.slice(2)]));
