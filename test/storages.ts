import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { vi } from 'vitest';
import { type Storage } from '../app/storage/storage.server.ts';
import { openStorage } from '../app/storage/open-storage.server.ts';

/** A storage of its own for one test file. */
export interface TestStorage {
  storage: Storage;
  /** undefined for a folder. */
  storageUrl: string | undefined;
  dataDir: string;
  /** As a bucket knows it; undefined for a folder. */
  contentTypeOf: (path: string) => Promise<string | undefined>;
  close: () => Promise<void>;
}

/** The two kinds of storage; what holds for one must hold for the other. */
export const storages: [string, () => Promise<TestStorage>][] = [
  ['a folder', folderStorage],
  ['an S3 bucket', bucketStorage],
];

/** A storage in a new temporary folder. */
export async function folderStorage(): Promise<TestStorage> {
  const dataDir = await temporaryFolder();
  const storage = await openStorage({ storageUrl: undefined, dataDir });
  const contentTypeOf = () => Promise.resolve(undefined);
  return { storage, storageUrl: undefined, dataDir, contentTypeOf, close: () => removeFolder(dataDir) };
}

/** A storage in the bucket 'club' of an S3 server on a free port; `close` also stops the server. */
export async function bucketStorage(): Promise<TestStorage> {
  const dataDir = await temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(dataDir, 's3'),
    configureBuckets: [{ name: 'club' }],
  });
  const { port } = await server.run();
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  const storageUrl = `s3://club?endpoint=http://127.0.0.1:${port}&region=us-east-1`;
  const storage = await openStorage({ storageUrl, dataDir });
  const client = new S3Client({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', forcePathStyle: true });
  return {
    storage,
    storageUrl,
    dataDir,
    async contentTypeOf(path) {
      return (await client.send(new HeadObjectCommand({ Bucket: 'club', Key: path }))).ContentType;
    },
    async close() {
      client.destroy();
      await server.close();
      await removeFolder(dataDir);
    },
  };
}

export function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'clubroom-'));
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
