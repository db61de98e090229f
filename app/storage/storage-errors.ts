/** The place where files are kept cannot be reached or refuses: answered with 503, and worth trying again. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** No room is left where files are kept: answered with 507. */
export class StorageFull extends StorageUnavailable {
  override name = 'StorageFull';
}
