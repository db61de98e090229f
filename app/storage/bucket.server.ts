import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, HeadBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
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
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  const incoming = await openIncoming(join(folder, INCOMING));

  return {
    async put(path, content, { contentType, size }) {
      const key = checkedPath(path);
      if (!(content instanceof Readable)) {
        checkSize(content.byteLength, size);
        await driver.put(key, content, { contentType, contentLength: content.byteLength }).catch(failure);
        return;
      }
      await incoming.receive(content, size, async (file, length) => {
        const sent = length === 0 ? new Uint8Array() : createReadStream(file);
        const options = { contentType, contentLength: length };
        await (sent instanceof Readable ? driver.putStream(key, sent, options) : driver.put(key, sent, options)).catch(
          failure,
        );
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
    async stat(path) {
      try {
        const { contentLength, contentType } = await driver.getMetaData(checkedPath(path));
        return { size: contentLength, contentType };
      } catch (error) {
        return isMissing(error) ? undefined : failure(error);
      }
    },
    async exists(path) {
      return driver.exists(checkedPath(path)).catch(failure);
    },
    async delete(path) {
      await driver.delete(checkedPath(path)).catch(failure);
    },
    async deleteAll(prefix) {
      await driver.deleteAll(`${checkedPath(prefix)}/`).catch(failure);
    },
    async *list(prefix) {
      const wanted = prefix ? { Prefix: `${checkedPath(prefix)}/` } : {};
      try {
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, ...wanted })) {
          for (const { Key } of page.Contents ?? []) if (Key) yield Key;
        }
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
