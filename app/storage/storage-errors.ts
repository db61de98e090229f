/** Answered with 503, and worth trying again. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Answered with 507. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull';
}
