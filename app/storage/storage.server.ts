import type { Readable } from 'node:stream';

/** Bytes counted from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * A folder or an S3 bucket, which behave alike. Paths: year/month/day/guid/name for an original (product.md 3).
 * Every call may throw StorageUnavailable, and Rejected for a path that could lead elsewhere.
 */
export interface Storage {
  /**
   * Content is seen whole or not at all, and durable when this returns; where the stream throws, nothing is stored.
   * @throws StorageFull if no room is left, Rejected when the content is not `size` bytes long.
   */
  put: (path: string, content: Uint8Array | Readable, info: { contentType: string; size?: number }) => Promise<void>;
  /** @throws NotFound if there is no such file. */
  read: (path: string, range?: ByteRange) => Promise<Readable>;
  exists: (path: string) => Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete: (path: string) => Promise<void>;
  /** `prefix` names a folder: 2026/1/1 leaves 2026/1/10 alone. */
  deleteAll: (prefix: string) => Promise<void>;
  /** All files below the folder `prefix`; '' lists everything. */
  list: (prefix: string) => AsyncIterable<string>;
}

/** Answered with 503, and worth trying again. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Answered with 507. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull';
}
