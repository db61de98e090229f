const LONGEST_NAME = 60;

interface CardHolder {
  key: string;
  name: string;
}

/**
 * What a card's code holds: the page about membership, and behind it whose it is. A phone's own camera leads to the page; the
 * door needs no network to know who it is.
 */
export function cardCode(publicUrl: string, { key, name }: CardHolder): string {
  return `${publicUrl}/membership#${encodeURIComponent(key)}/${encodeURIComponent(name.slice(0, LONGEST_NAME).toWellFormed())}`;
}

/** undefined for the code of something else. */
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

/** What the door's list has of a card, so that no phone there can make one: the same on the server and in browsers. */
export async function cardDigest(key: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)));
  return btoa(String.fromCharCode(...bytes)).slice(0, DIGEST_CHARACTERS);
}
