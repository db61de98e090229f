/** How many '/'-separated parts of an embedded form's address are kept, scheme and host counted. */
const KEPT_PARTS = 7;

/**
 * The address at which an external form is shown in a frame: cut to its first 7 path segments, then
 * 'viewform?embedded=true' (product.md 2, 9). undefined for anything but an https address.
 */
export function embeddedFormUrl(googleFormUrl: string): string | undefined {
  // What is no address by itself could become one by what is put behind it.
  if (!URL.canParse(googleFormUrl)) return undefined;
  const embedded = `${googleFormUrl.split('/').slice(0, KEPT_PARTS).join('/')}/viewform?embedded=true`;
  return URL.canParse(embedded) && new URL(embedded).protocol === 'https:' ? embedded : undefined;
}
