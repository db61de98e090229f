import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { withUsualSpaces } from '../../html/usual-spaces.ts';
import type { Database, Writer } from '../../db/db.server.ts';
import type { FileRow } from '../../db/tables.ts';
import { Rejected, TooLarge } from '../errors.ts';
import { requireStill } from '../users/accounts.ts';
import { requireCapability, type Actor } from '../actor.ts';
import type { Capability } from '../roles.ts';
import { imageTypeByName, isShownImage } from '../files/image-types.ts';
import { checkUploadSize, checkUploadType, DRAWING, type UploadLimits, type UploadKind } from './check-upload.ts';
import { erase } from './remove-upload.ts';
import { newFilePath } from '../files/stored-file.ts';

type Description = Pick<FileRow, 'size' | 'width' | 'height' | 'blur'> & { contentType: string };

export interface UploadStore {
  put: (path: string, content: Uint8Array | Readable, info: { contentType: string; size?: number }) => Promise<void>;
  /** Deletes everything below a folder; it is no error if there is nothing. */
  deleteAll: (path: string) => Promise<void>;
  typeOf: (head: Buffer, name: string) => string;
  headBytes: number;
  /** @throws TooLarge or Rejected; the message continues a sentence that begins with the picture's name. */
  clean: (image: Buffer) => Promise<Buffer>;
  /** Redraws a logo, before it is cleaned. @throws Rejected with a whole sentence. */
  redrawLogo: (image: Buffer, isDrawing: boolean) => Promise<Buffer>;
  describe: (image: Buffer, name: string) => Promise<Description>;
}

export interface Upload {
  guid: string;
  name: string;
  wanted: UploadKind;
  /** In bytes; undefined if the sender did not announce it. */
  length: number | undefined;
  body: AsyncIterable<Uint8Array>;
}

const GUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Longer than any request may take. An upload that is not recorded by then is erased. */
const ARRIVES_WITHIN_MS = 15 * 60_000;

/**
 * Stores an upload (product.md 3). Redrawing a logo takes long, so only people who may save one with a sponsor can
 * upload it. An upload that is cut off or refused leaves nothing behind, even if the process is killed half-way.
 * @throws NotAllowed; TooLarge; Rejected for a wrong type or id, or if the upload does not arrive whole; whatever
 * `store` throws.
 */
export async function storeUpload(
  db: Database,
  actor: Actor | null,
  { store, limits }: { store: UploadStore; limits: UploadLimits },
  { guid, wanted, length = 0, ...given }: Upload,
): Promise<FileRow> {
  const capability = wanted === 'logo' ? 'change content' : 'upload files';
  requireCapability(actor, capability);
  if (!GUID_4.test(guid)) throw new Rejected('The id of an upload must be a version 4 UUID.');
  const label = labelName(given.name);
  let isImage = imageTypeByName(label) !== undefined;
  const check = (size: number) => checkUploadSize(label, size, isImage, limits);
  check(length);
  const body = await openBody(given.body, store.headBytes, check);
  const contentType = store.typeOf(body.head, label);
  if (body.size() === 0) throw new Rejected(`‘${label}’ is empty. Choose another file.`);
  checkUploadType(label, contentType, wanted);
  const isDrawing = wanted === 'logo' && contentType === DRAWING;
  const name = isDrawing ? labelName(`${label.replace(/\.svg$/i, '')}.png`) : label;
  isImage = isShownImage(contentType) || isDrawing;
  check(Math.max(length, body.size()));

  const path = newFilePath(guid, new Date());
  const content = Readable.from(body.all(), { objectMode: false });
  const image = isImage
    ? await readImage(store, name, async () => {
        const original = await buffer(content);
        return wanted === 'logo' ? store.redrawLogo(original, isDrawing) : original;
      })
    : undefined;
  return storeWhole(db, { actor, capability }, { store, guid, path }, async () => {
    await store.put(`${path}/${name}`, image?.content ?? content, { contentType: image?.contentType ?? contentType });
    const plain = { content_type: contentType, size: body.size(), width: null, height: null, blur: null };
    return { guid, path, name, ...(image?.row ?? plain), created_at: Date.now() };
  });
}

async function readImage(store: UploadStore, name: string, read: () => Promise<Buffer>) {
  const original = await read();
  const content = await store.clean(original).catch((error: unknown) => {
    if (error instanceof TooLarge) throw new TooLarge(`‘${name}’ ${error.message}`);
    throw error instanceof Rejected ? new Rejected(`‘${name}’ ${error.message}`) : error;
  });
  const { contentType, ...sizes } = await store.describe(content, name);
  return { content, contentType, row: { ...sizes, content_type: contentType } };
}

/**
 * Until the file is recorded, its folder is queued for erasing: whatever happens in between, nothing is left behind.
 */
async function storeWhole(
  db: Database,
  { actor, capability }: { actor: Actor; capability: Capability },
  { store, guid, path }: Pick<FileRow, 'guid' | 'path'> & { store: UploadStore },
  put: () => Promise<FileRow>,
): Promise<FileRow> {
  await db.write(({ query }) => reserve(query, guid, path));
  try {
    const row = await put();
    await db.write(async (tx) => {
      await requireStill(tx, actor, capability);
      const { query } = tx;
      const noted = query.deleteFrom('file_deletions').where('path', '=', path).where('due_at', '>', Date.now());
      const { numDeletedRows } = await noted.executeTakeFirst();
      if (numDeletedRows !== 1n) throw new Rejected('The upload took too long. Please try again.');
      await query.insertInto('files').values(row).execute();
    });
    return row;
  } catch (error) {
    // If this fails too, for the same reason, tidying up erases the folder.
    await erase(db, store.deleteAll, path).catch(() => undefined);
    throw error;
  }
}

async function reserve(query: Writer['query'], guid: string, path: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('file_deletions')
    .values({ path, due_at: Date.now() + ARRIVES_WITHIN_MS })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  const known = await query.selectFrom('files').select('guid').where('guid', '=', guid).executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n || known)
    throw new Rejected('This upload’s id has been used before. Please choose the file again.');
}

/** `check` throws once too many bytes have been read. @throws Rejected if the sender goes away. */
async function openBody(body: AsyncIterable<Uint8Array>, headBytes: number, check: (size: number) => void) {
  // This stays open on purpose if reading ends early: closing it would close the connection before the response is
  // sent.
  const source = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await source.next().catch(() => {
      throw new Rejected('The file did not arrive completely. Please try again.');
    });
    if (done) return undefined;
    size += value.byteLength;
    check(size);
    return value;
  }

  while (size < headBytes) {
    const chunk = await next();
    if (!chunk) break;
    chunks.push(chunk);
  }
  return {
    head: Buffer.concat(chunks).subarray(0, headBytes),
    size: () => size,
    /** Can be read once. */
    async *all() {
      yield* chunks;
      for (let chunk = await next(); chunk; chunk = await next()) yield chunk;
    },
  };
}

const MOST_CHARACTERS = 200;
/** The most that folders and buckets take as one part of a path. */
const MOST_BYTES = 255;
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}]/gu;
/** An image's smaller copies have such names, and are stored beside it. */
const VARIANT = /^\d+\.(avif|webp)$/;

/** Takes out characters that hide what a name says. */
export function withoutHidingMarks(name: string): string {
  return name.replace(NOT_IN_NAMES, '');
}

/**
 * Makes a name safe as a label: it takes out characters that mean something in a path or hide what the name says. The
 * ending stays.
 */
export function labelName(given: string): string {
  const plain = withoutHidingMarks(withUsualSpaces(given).toWellFormed().normalize('NFC'))
    .replace(/[/\\]/g, '-')
    .trim();
  const name = shortened(plain.replace(/^[.\s]+/, ''));
  if (name === '') return 'file';
  return VARIANT.test(name) ? `image-${name}` : name;
}

function shortened(name: string): string {
  const ending = /\.[^.]{1,20}$/.exec(name)?.[0] ?? '';
  const stem = Array.from(name.slice(0, name.length - ending.length)).slice(0, MOST_CHARACTERS);
  const isTooLong = (text: string) => text.length > MOST_CHARACTERS || Buffer.byteLength(text) > MOST_BYTES;
  while (stem.length > 0 && isTooLong(stem.join('') + ending)) stem.pop();
  return (stem.join('') + ending).trim();
}
