import { createReadableStreamFromReadable } from '@react-router/node';
import { Hono, type Context } from 'hono';
import { archiveSource } from '../../archive/archive-source.ts';
import { writeArchive, type ArchiveProgress } from '../../archive/write-archive.ts';
import { zipArchive } from '../../archive/zip-archive.ts';
import { requireRole } from '../../auth/middleware.server.ts';
import type { AppEnv } from '../../http/env.ts';
import { attachment } from '../../http/headers/attachment.ts';
import { problem, problemResponse } from '../../http/problem.ts';
import type { Site } from '../../site.ts';
import { reportError } from '../../telemetry/report-error.ts';
import { readOnly } from './answer.ts';

interface Download {
  state: 'running' | 'done' | 'failed';
  progress: ArchiveProgress | null;
}

const PRIVATE = { 'cache-control': 'private, no-store' };
const TOLD_FOR_MS = 10 * 60_000;
const BUSY = 'Somebody is downloading the archive right now. Please try again when that is done.';

/** `?download=` is a name that the asking page makes up, and asks with how far it is. */
export function archiveApp(site: Site, createApp: (site: Site) => Hono<AppEnv>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const downloads = new Map<string, Download>();
  app.use('/admin/archive/*', requireRole('manage the club'));
  readOnly(app, '/admin/archive/progress', (c) => {
    const download = downloads.get(c.req.query('download') ?? '');
    return download ? c.json(download, 200, PRIVATE) : problemResponse(problem(404, 'There is no such download.'));
  });
  readOnly(app, '/admin/archive/archive.zip', (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 200, headersOf(site));
    if ([...downloads.values()].some(({ state }) => state === 'running')) return refuse(c, downloads);
    return answerArchive(site, createApp, noteDownload(c, downloads));
  });
  return app;
}

function answerArchive(site: Site, createApp: (site: Site) => Hono<AppEnv>, download: Download): Response {
  const archive = zipArchive(async (sink, signal) => {
    try {
      const source = archiveSource(site, createApp);
      await writeArchive(source, sink, { signal, onProgress: (progress) => (download.progress = progress) });
      download.state = 'done';
    } catch (error) {
      download.state = 'failed';
      if (!signal.aborted) reportError('The archive cannot be made', error);
      throw error;
    }
  });
  return new Response(createReadableStreamFromReadable(archive), { headers: headersOf(site) });
}

function headersOf({ club }: Site): Record<string, string> {
  const name = `${club.club.shortName} ${new Date().toISOString().slice(0, 10)}.zip`;
  return { ...PRIVATE, 'content-type': 'application/zip', 'content-disposition': attachment(name) };
}

function noteDownload(c: Context<AppEnv>, downloads: Map<string, Download>): Download {
  const id = c.req.query('download') ?? '';
  const download: Download = { state: 'running', progress: null };
  downloads.set(id, download);
  setTimeout(() => downloads.delete(id), TOLD_FOR_MS).unref();
  return download;
}

function refuse(c: Context<AppEnv>, downloads: Map<string, Download>): Response {
  noteDownload(c, downloads).state = 'failed';
  return problemResponse(problem(409, BUSY), { 'retry-after': '60' });
}
