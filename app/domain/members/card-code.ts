const LONGEST_NAME = 60;

interface CardHolder {
  key: string;
  name: string;
}

/**
 * The content of a card's QR code: the address of the membership page, followed by whose card it is. A phone's own
 * camera opens the page; the door needs no network to know who it is.
 */
export function cardCode(publicUrl: string, { key, name }: CardHolder): string {
  return `${publicUrl}/membership#${encodeURIComponent(key)}/${encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed())}`;
}

/** undefined for the code of anything else. */
export function readCardCode(text: string, publicUrl: string): CardHolder | undefined {
  const begin = `${publicUrl}/membership#`;
  if (!text.startsWith(begin)) return undefined;
  const [key = '', name = ''] = text.slice(begin.length).split('/');
  try {
    return { key: decodeURIComponent(key), name: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}

const DIGEST_CHARACTERS = 22;

/**
 * What the door's list holds of a card, so that no phone there can forge one. It is the same on the server and in
 * browsers.
 */
export async function cardDigest(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return btoa(String.fromCharCode(...bytes)).slice(0, DIGEST_CHARACTERS);
}
