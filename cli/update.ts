import { access, constants } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../app/config/settings.server.ts';
import { VERSION } from '../app/config/version.ts';
import { codePath } from '../app/code-folder.ts';
import { hasDatabase, placeName } from '../app/db/open-database.server.ts';
import { folderOf, OWN, readChange, versionIn, writeChange } from '../scripts/versions.mjs';
import { UsageError, typedPath, type Command } from './command.ts';
import { changeTo, isServedIn } from './update/change.ts';
import { dataSteps, type DataSteps, type Found } from './update/data-steps.ts';
import { firstKept } from './update/kept-copies.ts';
import { lockHome } from './update/lock-home.ts';
import { prepare, removeOthers, type Prepared } from './update/prepare.ts';
import { counted } from './output.ts';

/** What went wrong after the change was undone: the version before serves again. */
const WENT_BACK = 2;

export const updateCommand: Command = {
  usage: 'update --to DIR|TAG [--rehearse] | update --back',
  does: 'changes to the version in DIR, or of the tag TAG, and goes back by itself if that one does not serve; --back undoes the last one',
  async run(args) {
    // 2 is only ever ‘went back’.
    const wanted = typed(args);
    if (wanted instanceof UsageError) {
      console.error(`${wanted.message}\nUsage: npm run club -- ${updateCommand.usage}`);
      return 1;
    }
    process.umask(0o022);
    const home = homeFolder();
    await requireOwner(home);
    const release = lockHome(home);
    try {
      const settings = readSettings(process.env, home);
      const { dataDir, databaseUrl: url } = settings;
      const none = new Error(`There is no club ${placeName({ url, dataDir })}: start this version first.`);
      if (!existsSync(dataDir)) throw none;
      // Before it is looked into, which is its owner's alone.
      const data = dataSteps(home, dataDir);
      if (!url && !hasDatabase(dataDir)) throw none;
      await settle(home, data);
      return await (wanted.back ? back(home, data) : update(home, data, wanted));
    } finally {
      release();
    }
  },
};

interface Wanted {
  to: string;
  rehearse: boolean;
  back: boolean;
}

function typed(args: string[]): Wanted | UsageError {
  try {
    const { values } = parseArgs({
      args,
      options: { to: { type: 'string' }, rehearse: { type: 'boolean' }, back: { type: 'boolean' } },
    });
    const { to = '', rehearse = false, back = false } = values;
    if (back && (to || rehearse)) return new UsageError('--back takes no other option.');
    if (!back && !to) return new UsageError('--to DIR, --to TAG or --back is missing.');
    return { to, rehearse, back };
  } catch (error) {
    return new UsageError(error instanceof Error ? error.message.replace(/\. .*/s, '.') : String(error));
  }
}

/** The folder that the site is started in. */
function homeFolder(): string {
  const here = process.cwd();
  return existsSync(join(here, 'scripts/start.mjs')) ? here : codePath();
}

async function requireOwner(home: string): Promise<void> {
  await access(home, constants.W_OK).catch(() => {
    throw new Error(`${home} cannot be written to: run this as the user who owns it.`);
  });
}

/** Where the code lies of what serves now. */
function current(home: string): { folder: string; code: string } {
  const folder = readChange(home)?.folder ?? OWN;
  return { folder, code: folderOf(home, folder) };
}

/**
 * An update that was cut off before its version began has changed nothing: what serves is the version before. Nobody else looks at it
 * now, since this process holds the lock.
 */
async function settle(home: string, data: DataSteps): Promise<void> {
  const change = readChange(home);
  if (!change?.previous || change.checking === undefined) return;
  const code = folderOf(home, change.folder);
  if ((await data.look(code)).version === versionIn(code)) return;
  writeChange(home, { folder: change.previous.folder, mark: crypto.randomUUID() });
}

async function update(home: string, data: DataSteps, { to, rehearse }: Wanted): Promise<number> {
  const now = current(home);
  const found = await data.inspect(now.code);
  const prepared = await prepare({ home, now, found, to, folder: typedPath(to) });
  try {
    const rehearsal = await rehearsed(data, now.code, prepared);
    if (rehearse) {
      console.log('That was a rehearsal: nothing was changed.');
      return 0;
    }
    if (!rehearsal.migrates) console.log(`The data from before this update is in ${(await data.keep(now.code)).kept}`);
    const { migrates, relations } = rehearsal;
    const known = found.copies.flatMap(({ kept }) => kept);
    const previous = { folder: now.folder, version: versionIn(now.code), known, relations };
    const before = readChange(home) ?? { folder: OWN };
    const isChanged = await changeTo(home, data, {
      change: { folder: prepared.name, previous },
      version: prepared.version,
      copies: found.copies,
      undo: { change: before, version: previous.version },
    });
    if (!isChanged) return WENT_BACK;
    prepared.isKept = true;
    removeOthers(home, [prepared.name, now.folder]);
    sayChanged(prepared.version, { isServed: isServedIn(home, found.copies), migrates });
    return 0;
  } finally {
    await data.clean(now.code).catch(() => undefined);
    if (!prepared.isKept) prepared.remove();
  }
}

async function rehearsed(data: DataSteps, code: string, { code: later, version }: Prepared) {
  console.log('Rehearsing on a copy of the data …');
  await data.copy(code);
  const rehearsal = await data.rehearse(later);
  const { tables, pages, faults } = rehearsal;
  if (faults.length > 0) {
    const [first, ...others] = faults;
    const more = others.length > 0 ? `, and ${counted(others.length, 'other fault')}` : '';
    throw new Error(`Version ${version} was rehearsed and is not right: ${first}${more}. Nothing was changed.`);
  }
  console.log(`Compared ${counted(tables, 'table')} and ${counted(pages, 'page')} of the copy: all as it should be.`);
  return rehearsal;
}

async function back(home: string, data: DataSteps): Promise<number> {
  const change = readChange(home);
  const { previous } = change ?? {};
  if (!change || !previous) throw new Error('There was no update in this folder: there is nothing to go back to.');
  const now = current(home);
  const found = await data.look(now.code);
  const to = folderOf(home, previous.folder);
  if (!existsSync(join(to, 'package.json')))
    throw new Error(`${to} is not there any more: there is nothing to go back to.`);
  const copy = firstKept(found, previous.known);
  // Before its first start a version has changed nothing.
  if (copy === undefined && found.age !== 'older')
    throw new Error('The copy of the data from before the update is not there any more: restore a backup instead.');
  console.log(`Going back to version ${previous.version}, and to the data from before the update …`);
  const earlier = versionIn(to);
  const isChanged = await changeTo(home, data, {
    change: { folder: previous.folder, back: { copy, evenIfSame: true, relations: previous.relations } },
    version: earlier,
    copies: found.copies,
    atOnce: true,
    undo: { change, version: VERSION },
  });
  if (!isChanged) return WENT_BACK;
  await tellGivenUp(data, now.code, found, copy);
  removeOthers(home, [previous.folder, change.folder]);
  sayChanged(earlier, { isServed: isServedIn(home, found.copies), migrates: false });
  return 0;
}

function sayChanged(version: string, { isServed, migrates }: { isServed: boolean; migrates: boolean }): void {
  if (isServed) console.log(`Version ${version} serves${migrates ? ', and its data is brought up to date' : ''}.`);
  else console.log(`Version ${version} was tried, and starts next: no site is running here.`);
}

async function tellGivenUp(data: DataSteps, code: string, found: Pick<Found, 'copies'>, copy: string | undefined) {
  const { copies } = await data.look(code);
  const before = new Set(found.copies.flatMap(({ givenUp }) => givenUp));
  const given = copies.flatMap(({ givenUp }) => givenUp).find((one) => !before.has(one));
  if (given === undefined || copy === undefined) return;
  const { written } = await data.compare(code, copy, given);
  const lines = Object.entries(written).map(([table, rows]) => `  ${table}: ${counted(rows, 'row')}`);
  if (lines.length === 0) {
    console.log(`Nothing was written since. The data as it was is in ${resolve(given)}`);
    return;
  }
  console.log(['Written since, and not on the site any more:', ...lines].join('\n'));
  console.log(`All of it is in ${resolve(given)}`);
}
