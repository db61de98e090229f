// npm run first-change [-- N]: puts the failing test of a small task in its place, and says what is to be done. Without N, the
// first that is not done.
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildWhenStale, ensureInstalled, fail, ROOT, runTool } from './setup.mjs';

const tasks = JSON.parse(readFileSync(join(ROOT, 'first-changes/tasks.json'), 'utf8'));
const wanted = process.argv[2];
const at = wanted === undefined ? tasks.findIndex(({ test }) => !existsSync(join(ROOT, test))) : Number(wanted) - 1;
const task = tasks[at];
if (!task) fail(wanted === undefined ? 'All of them are in their places.' : `There are tasks 1 to ${tasks.length}.`);

await ensureInstalled();
await buildWhenStale();
const test = join(ROOT, task.test);
if (!existsSync(test)) copyFileSync(join(ROOT, 'first-changes', basename(task.test)), test);
const code = await runTool('vitest', ['run', '--reporter=dot', task.test]);
console.log(`
${at + 1} of ${tasks.length}: ${task.title} (about ${task.minutes} minutes)

${task.task}

Look at:   ${task.look.join('\n           ')}
The test:  ${task.test}, which ${code === 0 ? 'passes: this is done' : 'fails until it is done'}
Try it:    npx vitest run ${task.test}
Not now:   rm ${task.test}; another one: npm run first-change -- ${(at % tasks.length) + 2 > tasks.length ? 1 : at + 2}
The end:   npx react-router typegen && npx tsc --noEmit && npx oxlint --type-aware --quiet && npx oxfmt .
           In a commit of its own; remove the task from first-changes/ with it.`);
