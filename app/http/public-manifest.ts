/** The address of the visitors' list of routes, which lies beside the full one. */
export function publicManifestUrl(url: string): string {
  return url.replace('/manifest-', '/manifest-public-');
}
