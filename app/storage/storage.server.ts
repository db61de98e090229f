import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Settings } from '../config/settings.server.ts';
import { StartError } from '../config/start-error.ts';
import { openFolder } from './folder.server.ts';

/** The first and the last byte wanted, both counted from 0 and both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where files are kept: a folder or an S3 bucket, which behave alike. A path is relative, its parts divided by slashes:
 * year/month/day/guid/name for an original (product.md 3). Every call may throw StorageUnavailable, and Rejected for a
 * path that could lead elsewhere.
 */
export interface Storage {
  /**
   * Stores `content` at `path`, over what was there. It is seen whole or not at all, and is durable when this returns.
   * `size`, in bytes, is checked when given. What the stream throws is thrown on, and nothing is stored then.
   * @throws StorageFull when no room is left, Rejected when the content has another size.
   */
  put: (path: string, content: Uint8Array | Readable, info: { contentType: string; size?: number }) => Promise<void>;
  /** @throws NotFound when there is no such file. */
  read: (path: string, range?: ByteRange) => Promise<Readable>;
  /** Size in bytes; undefined when there is no such file. A folder guesses the content type by the name. */
  stat: (path: string) => Promise<{ size: number; contentType?: string | undefined } | undefined>;
  exists: (path: string) => Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete: (path: string) => Promise<void>;
  /** Deletes everything below `prefix`, which names a folder: 2026/1/1 leaves 2026/1/10 alone. */
  deleteAll: (prefix: string) => Promise<void>;
  /** The paths of all files below the folder `prefix`; '' lists everything. */
  list: (prefix: string) => AsyncIterable<string>;
}

/**
 * Opens the bucket that STORAGE_URL names or, without one, the folder `files` in `dataDir`. The S3 client is loaded
 * only for a bucket.
 * @throws StartError when STORAGE_URL is wrong or names a bucket that cannot be used.
 */
export async function openStorage({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  const folder = join(dataDir, 'files');
  if (!storageUrl) return openFolder(folder);
  const address = parseAddress(storageUrl);
  const { openBucket } = await import('./bucket.server.ts');
  return openBucket(address, folder);
}

/** An S3 bucket. Keys come from the usual AWS variables, and so does the region when it is undefined. */
export interface BucketAddress {
  bucket: string;
  endpoint: string | undefined;
  region: string | undefined;
}

function parseAddress(text: string): BucketAddress {
  const form = 's3://bucket?endpoint=…&region=…';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname) throw wrong(`must look like ${form}`);
  if (url.username || url.password) throw wrong('must not hold keys; they come from the usual AWS variables');
  if (url.port || url.hash || !['', '/'].includes(url.pathname)) {
    throw wrong(`must name a bucket and nothing below it: ${form}`);
  }
  const unknown = [...url.searchParams.keys()].find((key) => !['endpoint', 'region'].includes(key));
  if (unknown !== undefined) throw wrong(`does not know '${unknown}', only endpoint and region`);
  const endpoint = url.searchParams.get('endpoint') || undefined;
  if (endpoint && !/^https?:\/\/./.test(endpoint)) throw wrong('needs an http(s) address as its endpoint');
  if (endpoint && !URL.canParse(endpoint)) throw wrong('needs an http(s) address as its endpoint');
  // Servers other than the original rarely care for a region, but a signature needs one.
  const region = url.searchParams.get('region') || (endpoint ? 'us-east-1' : undefined);
  return { bucket: url.hostname, endpoint, region };
}

function wrong(why: string): StartError {
  return new StartError(`Setting STORAGE_URL: ${why}`);
}
