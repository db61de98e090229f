/**
 * The entries of a lock file that npm would install without comparing a checksum: it takes what the registry has under
 * that
 * name. Those that lock-stubs.mjs adds are for no system at all, and npm leaves them out everywhere.
 */
export function withoutChecksum(packages) {
  return Object.entries(packages)
    .filter(
      ([path, { integrity, link, os = [] }]) => path !== '' && !integrity && !link && ![os].flat().includes('none'),
    )
    .map(([path]) => path);
}
