import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { codePath } from '../app/code-folder.ts';
import type { ArchiveProgress } from '../app/archive/write-archive.ts';
import { readArguments, typedPath, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { counted, ProgressLine, sized } from './output.ts';
import { untilStopped } from './until-stopped.ts';

/** The pages are made by the program that serves them. */
const PROGRAM = codePath('build/server/index.js');

export const archiveCommand: Command = {
  usage: 'archive DIR [--with-persons] [--with-drafts]',
  does: 'writes every public page, to read without a server, and an export to restore the site from, into the new folder DIR',
  async run(args) {
    const { value, options } = readArguments(args, 'DIR', {
      'with-persons': { type: 'boolean' },
      'with-drafts': { type: 'boolean' },
    });
    const folder = typedPath(value);
    const settings = await settingsOfClub();
    const { archiveSite } = await importProgram();
    const line = new ProgressLine();
    try {
      const archived = await untilStopped('The archive was stopped, and nothing is left of it.', (signal) =>
        archiveSite(settings, folder, {
          withPersons: options['with-persons'] ?? false,
          withDrafts: options['with-drafts'] ?? false,
          signal,
          onProgress: (progress) => line.show(() => toText(progress)),
        }),
      );
      line.clear();
      for (const one of archived.lost) console.error(`Lost before this archive: ${one} is not in the storage`);
      const { pages, files, bytes } = archived;
      console.log(`Archived ${counted(pages, 'page')} and ${counted(files, 'file')} (${sized(bytes)}) to ${folder}`);
      console.log(`Open ${folder}/index.html in a browser.`);
      return archived.lost.length > 0 ? 1 : 0;
    } finally {
      line.clear();
    }
  },
};

async function settingsOfClub() {
  const club = await openClub();
  await club.close();
  return club.settings;
}

async function importProgram(): Promise<typeof import('../app/main.ts')> {
  if (!existsSync(PROGRAM)) throw new Error('The site has to be built first: npm run build');
  return import(pathToFileURL(PROGRAM).href);
}

function toText({ pages, allPages, files, allFiles, bytes }: ArchiveProgress): string {
  const many = (done: number, all: number) => `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
  return `Archiving: ${many(pages, allPages)} pages, ${many(files, allFiles)} files, ${sized(bytes)}`;
}
