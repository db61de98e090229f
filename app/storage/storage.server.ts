import type { Readable } from 'node:stream';

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
