import { Readable } from 'node:stream';
import type { ClubConfig } from '../config/club.ts';
import type { Database, Reader } from '../db/db.server.ts';
import { NotFound } from '../domain/errors.ts';
import { readForEveryPage, viewEveryPage } from '../domain/on-every-page.ts';
import { listEventAddresses } from '../domain/events/read-events.ts';
import { listWorkingLinks } from '../domain/links/read-links.ts';
import { listPageAddresses } from '../domain/pages/read-pages.ts';
import { holdErasures } from '../domain/uploads/erase-files.ts';
import { listFilesToCome } from '../domain/uploads/shown-file.ts';
import { listPublicPages } from '../feeds/public-pages.ts';
import type { Storage } from '../storage/storage.server.ts';
import { exportRecords } from '../transfer/export.ts';
import { ArchiveContents, storedName, type ArchivedFile } from './contents.ts';
import { leadingPage, toStaticPage, toStaticStyles } from './static-page.ts';

export interface ArchiveSource {
  db: Database;
  storage: Pick<Storage, 'read'>;
  club: ClubConfig;
  publicUrl: string;
  /** The answers to a visitor without a session, all from one state of the database. */
  answers: (at: Reader) => (address: string) => Promise<Response>;
}

export interface ArchiveSink {
  /** Returns once the file has been taken. */
  add: (name: string, content: string | Uint8Array | Readable) => Promise<void>;
}

export interface ArchiveOptions {
  withPersons?: boolean;
  /** Adds drafts to `club.json` and to the files, but no pages. */
  withDrafts?: boolean;
  onProgress?: (progress: ArchiveProgress) => void;
  signal?: AbortSignal | undefined;
}

export interface ArchiveProgress {
  pages: number;
  allPages: number;
  files: number;
  allFiles: number;
  bytes: number;
}

export interface Archived extends ArchiveProgress {
  /** Stored files that the site has lost. */
  lost: string[];
}

const CALENDAR = '/events.ics';
const PLACEHOLDER = '/images/placeholder.svg';
/** Pages that need no link from another one. */
const BESIDE = ['/join'];

/** Pages and records show one state of the database, however much is written meanwhile; stored files never change. */
export function writeArchive(
  source: ArchiveSource,
  sink: ArchiveSink,
  { withPersons = false, withDrafts = false, onProgress, signal }: ArchiveOptions = {},
): Promise<Archived> {
  const progress: ArchiveProgress = { pages: 0, allPages: 0, files: 0, allFiles: 0, bytes: 0 };
  const put = async (name: string, content: string | Uint8Array | Readable) => {
    if (signal?.aborted && content instanceof Readable) content.destroy();
    signal?.throwIfAborted();
    await sink.add(
      name,
      counting(content, progress, () => onProgress?.(progress)),
    );
  };
  return holdErasures(source.db, async () => {
    const stored = await source.db.snapshot(async (at) => {
      const { timeZone, currency } = source.club.club;
      const onlyPublicIn = withDrafts ? undefined : timeZone;
      const listed = await listStored(at, onlyPublicIn);
      progress.allFiles = listed.size;
      await writePages(source, at, listed, { put, progress });
      await put(
        'club.json',
        Readable.from(exportRecords(at, { withPersons, onlyPublicIn, withMembers: false, currency })),
      );
      return listed;
    });
    const lost = await writeFiles(source.storage, stored.values(), { put, progress });
    onProgress?.(progress);
    return { ...progress, lost };
  });
}

interface Writing {
  put: (name: string, content: string | Uint8Array | Readable) => Promise<void>;
  progress: ArchiveProgress;
}

function counting(content: string | Uint8Array | Readable, progress: ArchiveProgress, onMore: () => void) {
  const add = (part: string | Uint8Array) => {
    progress.bytes += Buffer.byteLength(part);
    onMore();
  };
  if (!(content instanceof Readable)) {
    add(content);
    return content;
  }
  return content.on('data', add).pause();
}

/** Only files that a record names: one that was uploaded in an open dialog may still be discarded. */
async function listStored(at: Reader, onlyPublicIn: string | undefined): Promise<Map<string, ArchivedFile>> {
  const rows = await at.query
    .selectFrom('files')
    .select(['guid', 'path', 'name'])
    .where('guid', 'in', (uses) => uses.selectFrom('file_uses').select('file_uses.guid'))
    .orderBy('path')
    .execute();
  const hidden = onlyPublicIn === undefined ? new Set<string>() : await listFilesToCome(at, onlyPublicIn);
  const shown = rows.filter(({ guid }) => !hidden.has(guid.toLowerCase()));
  return new Map(shown.map(({ path, name }) => [path.toLowerCase(), { path, name }]));
}

async function writePages(
  { club, publicUrl, answers }: ArchiveSource,
  at: Reader,
  stored: Map<string, ArchivedFile>,
  { put, progress }: Writing,
): Promise<void> {
  const contents = new ArchiveContents(publicUrl, stored);
  const answer = answers(at);
  for (const path of await listPages(at, club)) contents.addPage(path);
  const shortLinks = await listWorkingLinks(at, { publicUrl });
  for (const { path } of shortLinks) contents.addLeading(path);
  const linkFrom = (address: string, file: string) => (wanted: string) => {
    const target = contents.resolve(wanted, address);
    return target && contents.isOfSite(target) ? contents.linkTo(target, file) : target ? null : undefined;
  };
  // The list grows: a page may name others.
  for (const address of contents.pages) {
    progress.allPages = contents.pages.length;
    const page = await whole(answer, address);
    const file = contents.nameOf(address);
    const link = linkFrom(address, file);
    const placeholder = link(PLACEHOLDER) ?? '';
    if (page) await put(file, toStaticPage(page.toString(), { link, placeholder, email: club.club.email }));
    progress.pages++;
  }
  for (const { path, to } of shortLinks) {
    const file = contents.nameOf(path);
    await put(file, leadingPage(linkFrom(path, file)(to) ?? new URL(to, publicUrl).href));
  }
  contents.addFile(CALENDAR);
  for (const address of contents.others) {
    const content = await whole(answer, address);
    const file = contents.nameOf(address);
    const isStyles = address.endsWith('.css');
    if (content) await put(file, isStyles ? toStaticStyles(content.toString(), linkFrom(address, file)) : content);
  }
}

/** Every page that visitors have, each event's own included. */
async function listPages(at: Reader, club: ClubConfig): Promise<string[]> {
  const events = await listEventAddresses(at, Number.MAX_SAFE_INTEGER);
  const everyPage = viewEveryPage(await readForEveryPage(at), club.club.timeZone);
  return [
    ...[...listPublicPages(club, everyPage), ...BESIDE],
    ...(await listPageAddresses(at)).map(({ path }) => path),
    ...events.map(({ key }) => `/events/${encodeURIComponent(key)}`),
  ];
}

/** undefined if visitors do not get it either. */
async function whole(answer: (address: string) => Promise<Response>, address: string): Promise<Buffer | undefined> {
  const response = await answer(address);
  if (response.status >= 500)
    throw new Error(`${address} cannot be put into the archive: it answers ${response.status}`);
  if (response.status === 200) return Buffer.from(await response.arrayBuffer());
  await response.body?.cancel();
  return undefined;
}

async function writeFiles(
  storage: Pick<Storage, 'read'>,
  files: Iterable<ArchivedFile>,
  { put, progress }: Writing,
): Promise<string[]> {
  const lost: string[] = [];
  for (const file of files) {
    const path = `${file.path}/${file.name}`;
    const content = await storage.read(path).catch((error: unknown) => {
      if (error instanceof NotFound) return undefined;
      throw error;
    });
    if (content) await put(storedName(file), content);
    else lost.push(path);
    progress.files++;
  }
  return lost;
}
