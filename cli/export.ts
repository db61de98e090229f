import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readClub } from '../app/config/read-club.server.ts';
import { exportRecords, storesAmounts } from '../app/transfer/export.ts';
import { readArguments, typedPath, type Command } from './command.ts';
import { openClub } from './open-club.ts';
import { ProgressLine, counted } from './output.ts';

export const exportCommand: Command = {
  usage: 'export FILE',
  does: 'writes everything in the shape that import reads',
  async run(args) {
    const { value } = readArguments(args, 'FILE', {});
    const file = typedPath(value);
    await requirePlace(file);
    const club = await openClub();
    // Where nothing costs anything, a missing configuration keeps nobody from their records.
    const hasAmounts = await storesAmounts(club.db);
    const amounts = hasAmounts && { currency: (await readClub(club.settings.configFile)).club.currency };
    const line = new ProgressLine();
    // Beside the file at first: one that is there already is only given up for a whole one.
    const unfinished = `${file}.unfinished`;
    let count = 0;
    const onProgress = (records: number) => {
      count = records;
      line.show(() => `Exporting: ${counted(count, 'record')}`);
    };
    try {
      const text = Readable.from(exportRecords(club.db, { ...amounts, onProgress }));
      // Answers are personal: only the operator may read them.
      await pipeline(text, createWriteStream(unfinished, { flush: true, mode: 0o600 }));
      await rename(unfinished, file);
    } finally {
      line.clear();
      await rm(unfinished, { force: true });
      await club.close();
    }
    console.log(`Exported ${counted(count, 'record')} to ${file}`);
    return 0;
  },
};

async function requirePlace(file: string): Promise<void> {
  const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  if (await isFolder(file)) throw new Error(`${file} is a folder: name a file in it`);
  if (!(await isFolder(dirname(file)))) throw new Error(`There is no folder ${dirname(file)}`);
}
