import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ArchiveSink } from './write-archive.ts';

export function folderSink(folder: string): ArchiveSink {
  return {
    async add(name, content) {
      const file = join(folder, name);
      await mkdir(dirname(file), { recursive: true });
      const parts = content instanceof Readable ? content : Readable.from([content]);
      await pipeline(parts, createWriteStream(file, { flags: 'wx', flush: true }));
    },
  };
}
