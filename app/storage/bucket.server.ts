import { createReadStream, ReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StartError } from '../config/start-error.ts';
import { NotFound } from '../domain/errors.ts';
import { checkSize, codeOf, openIncoming, checkedPath, INCOMING } from './incoming.server.ts';
import { StorageUnavailable, type Storage } from './storage.server.ts';

/** Keys come from the usual AWS variables, and so does an undefined region. */
export interface BucketAddress {
  bucket: string;
  endpoint: string | undefined;
  region: string | undefined;
}

interface Piece {
  bytes: Buffer;
  /** Where the one behind it begins. */
  next: number;
  isLast: boolean;
}

const PIECE_BYTES = 256 * 1024;

/** A stream goes through a file in `folder`: a failed one never reaches the bucket. @throws StartError */
export async function openBucket({ bucket, endpoint, region }: BucketAddress, folder: string): Promise<Storage> {
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    forcePathStyle: true,
    // Servers that do not know the default checksums store them as part of a streamed body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, requestTimeout: 60_000 },
  });
  await client.send(new HeadBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    throw new StartError(`Setting STORAGE_URL: the bucket '${bucket}' cannot be used: ${reason(error)}`);
  });
  const opened = { client, bucket };
  const incoming = await openIncoming(join(folder, INCOMING));
  return {
    async put(path, content, { contentType, size }) {
      const key = checkedPath(path);
      if (!(content instanceof Readable)) {
        checkSize(content.byteLength, size);
        return send(opened, key, content, { contentType, length: content.byteLength });
      }
      await incoming.receive(content, size, async (file, length) => {
        if (length === 0) return send(opened, key, new Uint8Array(), { contentType, length });
        const stream = createReadStream(file);
        await send(opened, key, stream, { contentType, length }).finally(() => stream.destroy());
      });
    },
    async read(path, range) {
      const { start, end } = { start: 0, end: Infinity, ...range };
      const first = await readPiece(opened, path, start, end);
      return Readable.from(piecesFrom(opened, path, first, end), { objectMode: false });
    },
    async exists(path) {
      const key = checkedPath(path);
      try {
        await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
        return true;
      } catch (error) {
        return isMissing(error) ? false : failure(error);
      }
    },
    async delete(path) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checkedPath(path) })).catch(failure);
    },
    async deleteAll(prefix) {
      await deleteBelow(opened, `${checkedPath(prefix)}/`).catch(failure);
    },
    async *list(prefix) {
      const folder = prefix && `${checkedPath(prefix)}/`;
      try {
        for await (const keys of pagesBelow(opened, folder)) yield* keys;
      } catch (error) {
        failure(error);
      }
    },
  };
}

interface OpenBucket {
  client: S3Client;
  bucket: string;
}

async function send(
  { client, bucket }: OpenBucket,
  key: string,
  body: Uint8Array | ReadStream,
  { contentType, length }: { contentType: string; length: number },
): Promise<void> {
  const broken = new AbortController();
  // The client waits without end for the rest of a stream that cannot be read.
  if (body instanceof ReadStream) body.once('error', (error) => broken.abort(error));
  const order = { Bucket: bucket, Key: key, Body: body, ContentType: contentType, ContentLength: length };
  await client.send(new PutObjectCommand(order), { abortSignal: broken.signal }).catch(failure);
}

async function readPiece({ client, bucket }: OpenBucket, path: string, at: number, end: number): Promise<Piece> {
  const isWhole = at === 0 && end === Infinity;
  // An empty file has no range that could be asked for.
  const range = isWhole ? {} : { Range: `bytes=${at}-${Math.min(end, at + PIECE_BYTES - 1)}` };
  const order = new GetObjectCommand({ Bucket: bucket, Key: checkedPath(path), ...range });
  try {
    const { Body, ContentLength, ContentRange } = await client.send(order);
    if (!(Body instanceof Readable)) throw new StorageUnavailable(`The bucket sent no content for ${path}`);
    const bytes = (await beginningOf(Body)).subarray(0, end - at + 1);
    const size = isWhole ? ContentLength : Number(/\d+$/.exec(ContentRange ?? '')?.[0]);
    const next = at + bytes.length;
    return { bytes, next, isLast: next > end || next >= (size || 0) };
  } catch (error) {
    if (isMissing(error)) throw new NotFound(`There is no stored file ${path}`);
    return failure(error);
  }
}

/** Asked for anew for each piece: anyone who does not read on would hold a connection, of which there are few. */
async function* piecesFrom(opened: OpenBucket, path: string, first: Piece, end: number): AsyncGenerator<Buffer> {
  for (let piece = first; piece.bytes.length > 0; piece = await readPiece(opened, path, piece.next, end)) {
    yield piece.bytes;
    if (piece.isLast) return;
  }
}

async function* pagesBelow({ client, bucket }: OpenBucket, prefix: string): AsyncIterable<string[]> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    yield Contents.flatMap(({ Key }) => Key ?? []);
}

async function deleteBelow(opened: OpenBucket, folder: string): Promise<void> {
  for await (const keys of pagesBelow(opened, folder)) {
    if (keys.length === 0) continue;
    const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
    const order = new DeleteObjectsCommand({ Bucket: opened.bucket, Delete });
    const { Errors = [] } = await opened.client.send(order);
    if (Errors.length > 0) throw new StorageUnavailable(`The bucket does not delete: ${Errors[0]?.Code}`);
  }
}

/** At least a piece, where there is as much; ends the connection of what goes on. */
async function beginningOf(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
    if (length >= PIECE_BYTES) break;
  }
  return Buffer.concat(parts);
}

function statusOf(error: unknown): number | undefined {
  const answer = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'httpStatusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

function isMissing(error: unknown): boolean {
  return statusOf(error) === 404 && error instanceof Error && error.name !== 'NoSuchBucket';
}

function failure(error: unknown): never {
  if (error instanceof StorageUnavailable) throw error;
  throw new StorageUnavailable(`The bucket for files cannot be used: ${reason(error)}`, { cause: error });
}

function reason(error: unknown): string {
  const status = statusOf(error);
  if (status === 404) return 'it does not exist';
  if (status === 401 || status === 403) return 'its keys are refused';
  if (status) return `it answers ${status}`;
  if (codeOf(error)) return String(codeOf(error));
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}
