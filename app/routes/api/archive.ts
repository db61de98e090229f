import type { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { Hono } from 'hono';
import { archiveSource } from '../../archive/archive-source.ts';
import { writeArchive, type ArchiveProgress } from '../../archive/write-archive.ts';
import { zipArchive } from '../../archive/zip-archive.ts';
import { requireRole } from '../../auth/middleware.server.ts';
import { requireStill } from '../../domain/users/accounts.ts';
import type { Actor } from '../../domain/actor.ts';
import type { AppEnv } from '../../http/env.ts';
import { attachment } from '../../http/headers/attachment.ts';
import { problem, problemResponse } from '../../http/problem.ts';
import { CACHE_CONTROL } from '../../http/headers/cache-control.ts';
import type { Site } from '../../site.ts';
import { clubDay } from '../../time/club-day.ts';
import { reportError } from '../../telemetry/report-error.ts';
import { readOnly } from './answer.ts';

interface Download {
  state: 'running' | 'done' | 'failed';
  progress: ArchiveProgress | null;
}

const PRIVATE = { 'cache-control': CACHE_CONTROL.private };
const MOST_REMEMBERED = 100;
const LONGEST_ID = 100;
/** A limit, because meanwhile no file is erased and the database keeps its former state. */
const LONGEST_MS = 6 * 60 * 60_000;
const BUSY = 'Somebody is downloading the archive right now. Please try again when that is done.';

/** The page makes up a name for `?download=`, and uses it to ask for the progress. `&with-drafts=1` adds what is not public yet. */
export function archiveApp(site: Site, createApp: (site: Site) => Hono<AppEnv>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const downloads = new Downloads();
  app.use('/admin/archive/*', requireRole(site.db, 'manage the club'));
  readOnly(app, '/admin/archive/progress', (c) => {
    const download = downloads.find(c.req.query('download') ?? '');
    return download ? c.json(download, 200, PRIVATE) : problemResponse(problem(404, 'There is no such download.'));
  });
  readOnly(app, '/admin/archive/archive.zip', (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(site));
    const actor = c.get('actor');
    const withDrafts = c.req.query('with-drafts') === '1';
    const download = actor && downloads.begin(c.req.query('download') ?? '');
    if (!download) return problemResponse(problem(409, BUSY), { 'retry-after': '60' });
    return answerArchive(site, createApp, {
      actor,
      download,
      withDrafts,
      end: (state) => downloads.end(download, state),
    });
  });
  return app;
}

interface ArchiveRequest {
  actor: Actor;
  download: Download;
  withDrafts: boolean;
  end: (state: 'done' | 'failed') => void;
}

function answerArchive(site: Site, createApp: (site: Site) => Hono<AppEnv>, request: ArchiveRequest): Response {
  const { actor, download, withDrafts, end } = request;
  const archive = zipArchive(async (sink, signal) => {
    try {
      const source = archiveSource(site, createApp);
      await writeArchive(source, sink, {
        signal,
        withDrafts,
        onProgress: (progress) => (download.progress = progress),
      });
      end('done');
    } catch (error) {
      end('failed');
      if (!signal.aborted) reportError('The archive cannot be made', error);
      throw error;
    }
  });
  breakOffInTime(site, actor, archive);
  return new Response(createReadableStreamFromReadable(archive), { headers: headersOf(site) });
}

/** A download may take hours. It ends when the person who asked loses their role, and after the longest time. */
function breakOffInTime({ db, bus }: Site, actor: Actor, archive: Readable): void {
  const breakOff = (error: Error) => archive.destroy(error);
  const tooLong = setTimeout(breakOff, LONGEST_MS, new Error('The archive was read too slowly')).unref();
  const stopListening = bus.subscribe((changes) => {
    if (!changes.some(({ topic, key }) => topic === 'user' && [actor.uid, ''].includes(key))) return;
    requireStill(db, actor, 'manage the club').catch(breakOff);
  });
  archive.once('close', () => {
    clearTimeout(tooLong);
    stopListening();
  });
}

function headersOf({ club }: Site): Record<string, string> {
  const name = `${club.club.shortName} ${clubDay(club.club.timeZone)}.zip`;
  return { ...PRIVATE, 'content-type': 'application/zip', 'content-disposition': attachment(name) };
}

/** Allows one download at a time, and knows its progress and how the last ones ended. */
class Downloads {
  readonly #known = new Map<string, Download>();
  #running: Download | undefined;

  find(id: string): Download | undefined {
    return this.#known.get(id);
  }

  /** undefined while another download is running. */
  begin(id: string): Download | undefined {
    if (this.#running) {
      if (this.#known.get(id) !== this.#running) this.#note(id, { state: 'failed', progress: null });
      return undefined;
    }
    this.#running = { state: 'running', progress: null };
    this.#note(id, this.#running);
    return this.#running;
  }

  end(download: Download, state: 'done' | 'failed'): void {
    download.state = state;
    if (this.#running === download) this.#running = undefined;
  }

  #note(id: string, download: Download): void {
    if (id === '' || id.length > LONGEST_ID) return;
    this.#known.delete(id);
    this.#known.set(id, download);
    if (this.#known.size <= MOST_REMEMBERED) return;
    const [oldest] = [...this.#known].find(([, { state }]) => state !== 'running') ?? [];
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}
