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
  const incoming = await openIncoming(join(folder, INCOMING));

  async function send(key: string, body: Uint8Array | ReadStream, contentType: string, length: number): Promise<void> {
    const broken = new AbortController();
    // The client waits without end for the rest of a stream that cannot be read.
    if (body instanceof ReadStream) body.once('error', (error) => broken.abort(error));
    const order = { Bucket: bucket, Key: key, Body: body, ContentType: contentType, ContentLength: length };
    await client.send(new PutObjectCommand(order), { abortSignal: broken.signal }).catch(failure);
  }

  async function* pagesBelow(prefix: string): AsyncIterable<string[]> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
      yield Contents.flatMap(({ Key }) => Key ?? []);
  }

  return {
    async put(path, content, { contentType, size }) {
      const key = checkedPath(path);
      if (!(content instanceof Readable)) {
        checkSize(content.byteLength, size);
        return send(key, content, contentType, content.byteLength);
      }
      await incoming.receive(content, size, async (file, length) => {
        if (length === 0) return send(key, new Uint8Array(), contentType, 0);
        const stream = createReadStream(file);
        await send(key, stream, contentType, length).finally(() => stream.destroy());
      });
    },
    async read(path, range) {
      const wanted = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const { Body } = await client
        .send(new GetObjectCommand({ Bucket: bucket, Key: checkedPath(path), ...wanted }))
        .catch((error: unknown) => {
          if (isMissing(error)) throw new NotFound(`There is no stored file ${path}`);
          return failure(error);
        });
      if (!(Body instanceof Readable)) throw new StorageUnavailable(`The bucket sent no content for ${path}`);
      return Body;
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
      const folder = `${checkedPath(prefix)}/`;
      try {
        for await (const keys of pagesBelow(folder)) {
          if (keys.length === 0) continue;
          const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
          const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
          if (Errors.length > 0) throw new StorageUnavailable(`The bucket does not delete: ${Errors[0]?.Code}`);
        }
      } catch (error) {
        failure(error);
      }
    },
    async *list(prefix) {
      const folder = prefix && `${checkedPath(prefix)}/`;
      try {
        for await (const keys of pagesBelow(folder)) yield* keys;
      } catch (error) {
        failure(error);
      }
    },
  };
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
