/** Where the list of routes that visitors get lies, beside the whole one. */
export function publicManifestUrl(url: string): string {
  return url.replace('/manifest-', '/manifest-public-');
}
