import { createReadableStreamFromReadable } from '@react-router/node';
import { Hono, type Context } from 'hono';
import type { FileRow } from '../db/tables.ts';
import { NotFound } from '../domain/errors.ts';
import { isShownImage } from '../domain/files/image-types.ts';
import { VARIANT_WIDTHS, type VariantWidth } from '../domain/files/variant-widths.ts';
import { findShownFile, isPreviewOf, seesFile, type ShownFile } from '../domain/uploads/shown-file.ts';
import type { VariantFormat } from '../storage/images.server.ts';
import { StorageUnavailable, type ByteRange } from '../storage/storage.server.ts';
import type { Site } from '../site.ts';
import { matchesEtag } from './cache/write-answer.ts';
import { BARE_POLICY } from './headers/security-headers.ts';
import { reportError } from '../telemetry/report-error.ts';
import { attachment } from './headers/attachment.ts';
import { CACHE_CONTROL } from './headers/cache-control.ts';

type Source = Pick<Site, 'db' | 'storage' | 'variants'> & { auth: Pick<Site['auth'], 'find'> };

export function filesApp(site: Source): Hono {
  const app = new Hono();
  app.get('/:year/:month/:day/:guid/:name', (c) => answerFile(c, site, c.req.param()));
  app.get('/preview/:token/:year/:month/:day/:guid/:name', (c) => answerFile(c, site, c.req.param()));
  app.get('*', missing);
  app.all('*', (c) => c.text('Files are only read here.', 405, { allow: 'GET, HEAD' }));
  app.onError((error, c) => {
    if (error instanceof NotFound) return missing(c);
    if (!(error instanceof StorageUnavailable)) throw error;
    reportError('A file cannot be answered', error);
    const later = { 'cache-control': 'no-store', 'retry-after': '10' };
    return c.text('Files cannot be reached right now. Please try again in a moment.', 503, later);
  });
  return app;
}

type FileAddress = Record<'year' | 'month' | 'day' | 'guid' | 'name', string> & { token?: string };

async function answerFile(
  c: Context,
  site: Source,
  { year, month, day, guid, name, token }: FileAddress,
): Promise<Response> {
  const found = await findShownFile(site.db, guid.toLowerCase());
  if (found?.row.path !== `${year}/${month}/${day}/${guid}`) return missing(c);
  if (found.isHidden && !(await maySee(c, site, found, token))) return missing(c);
  const { row } = found;
  // A guid always names the same content. A draft's file is not cached: once published, its address is for everyone.
  const caching = found.isHidden ? CACHE_CONTROL.private : CACHE_CONTROL.forEver;
  if (name === row.name) return answerOriginal(c, site, row, caching);
  const variant = row.width === null ? undefined : variantNamed(name);
  return variant ? answerVariant(c, site, row, { ...variant, caching }) : missing(c);
}

async function maySee(c: Context, { auth }: Source, file: ShownFile, token: string | undefined): Promise<boolean> {
  if (token !== undefined) return isPreviewOf(file, token);
  const session = await auth.find(c.req.header('cookie'));
  return seesFile(session?.actor ?? null, file);
}

function missing(c: Context): Response {
  return c.text('There is no such file.', 404, { 'cache-control': 'no-store' });
}

function variantNamed(name: string): { width: VariantWidth; format: VariantFormat } | undefined {
  const [, digits, format] = /^(\d{3,4})\.(avif|webp)$/.exec(name) ?? [];
  const width = VARIANT_WIDTHS.find((one) => String(one) === digits);
  return width && (format === 'avif' || format === 'webp') ? { width, format } : undefined;
}

async function answerVariant(
  c: Context,
  { variants }: Pick<Site, 'variants'>,
  row: FileRow,
  { width, format, caching }: { width: VariantWidth; format: VariantFormat; caching: string },
): Promise<Response> {
  const headers = headersFor(`"${row.guid}-${width}.${format}"`, `image/${format}`, caching);
  if (matchesEtag(c.req.header('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
  const content = await variants.variant(row, width, format);
  const length = String(content.byteLength);
  return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(content), {
    headers: { ...headers, 'content-length': length },
  });
}

async function answerOriginal(
  c: Context,
  { storage }: Pick<Site, 'storage'>,
  row: FileRow,
  caching: string,
): Promise<Response> {
  const headers: Record<string, string> & { etag: string } = {
    ...headersFor(`"${row.guid}"`, row.content_type, caching),
    'accept-ranges': 'bytes',
    ...(!isShownImage(row.content_type) && { 'content-disposition': attachment(row.name) }),
  };
  if (matchesEtag(c.req.header('if-none-match'), headers.etag)) return new Response(null, { status: 304, headers });
  const range = rangeOf(c, headers.etag, row.size);
  if (range === 'outside') {
    return c.text('This part of the file does not exist.', 416, {
      'content-range': `bytes */${row.size}`,
      'cache-control': 'no-store',
    });
  }
  const { start, end } = range ?? { start: 0, end: row.size - 1 };
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${row.size}`;
  const status = range ? 206 : 200;
  if (c.req.method === 'HEAD') return new Response(null, { status, headers });
  const content = await storage.read(`${row.path}/${row.name}`, range);
  return new Response(createReadableStreamFromReadable(content), { status, headers });
}

function headersFor(etag: string, contentType: string, caching: string) {
  return {
    etag,
    'content-type': contentType,
    'cache-control': caching,
    'content-security-policy': `${BARE_POLICY}; sandbox`,
    'x-content-type-options': 'nosniff',
  };
}

/** undefined means the whole file, which is also a correct answer to several ranges. */
function rangeOf(c: Context, etag: string, size: number): ByteRange | 'outside' | undefined {
  const condition = c.req.header('if-range');
  if (condition && condition !== etag) return undefined;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range')?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < start) return undefined;
  return start > end ? 'outside' : { start, end };
}
