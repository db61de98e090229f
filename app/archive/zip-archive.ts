import { PassThrough, Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ArchiveSink } from './write-archive.ts';

/** Files that are compressed already. */
const PACKED = /\.(jpe?g|png|gif|webp|avif|mp4|webm|mp3|zip|gz|woff2|docx|pptx|xlsx)$/i;

/** Writes the archive while it is read. If `write` fails, the stream breaks off and no program takes the file for complete. */
export function zipArchive(write: (sink: ArchiveSink, signal: AbortSignal) => Promise<unknown>): Readable {
  const zip = new ZipFile();
  const out = new PassThrough();
  const left = new AbortController();
  out.once('close', () => left.abort(new Error('The reader of the archive has left')));
  zip.once('error', (error: Error) => out.destroy(error));
  const sink: ArchiveSink = {
    async add(name, content) {
      const parts = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
      // yazl passes on no errors, and waits for ever once nobody reads.
      const stop = () => parts.destroy();
      left.signal.addEventListener('abort', stop);
      try {
        const read = finished(parts, { writable: false });
        zip.addReadStream(parts, name, { compress: !PACKED.test(name) });
        await read;
      } finally {
        left.signal.removeEventListener('abort', stop);
      }
    },
  };
  pipeline(zip.outputStream, out).catch((error: unknown) => left.abort(error));
  write(sink, left.signal).then(
    () => zip.end(),
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}
