/** One part of a received mail, its content decoded. */
export interface MailPart {
  /** By lower-case name, unfolded and with encoded words read. */
  headers: Map<string, string>;
  type: string;
  content: string;
  parts: MailPart[];
}

/** Reads a mail as it came over the wire (RFC 5322, 2045, 2047), as far as this product writes it. */
export function readMail(raw: string): MailPart {
  const end = raw.indexOf('\r\n\r\n');
  const headers = readHeaders(raw.slice(0, end));
  const type = headers.get('content-type') ?? 'text/plain';
  const body = raw.slice(end + 4);
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  return {
    headers,
    type,
    content: boundary ? '' : decoded(body, headers.get('content-transfer-encoding')),
    parts: boundary ? split(body, boundary).map(readMail) : [],
  };
}

/** The first part of this media type, at any depth. */
export function findPart(mail: MailPart, type: string): MailPart | undefined {
  if (mail.type.startsWith(type)) return mail;
  for (const part of mail.parts) {
    const found = findPart(part, type);
    if (found) return found;
  }
  return undefined;
}

function readHeaders(block: string): Map<string, string> {
  const lines = block.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), words(line)]));
}

function words(line: string): string {
  return line
    .slice(line.indexOf(':') + 1)
    .trim()
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, way, word]) => bytesOf(way, word)),
      ).toString(),
    );
}

function bytesOf(way = '', word = ''): Buffer {
  if (way.toLowerCase() === 'b') return Buffer.from(word, 'base64');
  return fromQuoted(word.replaceAll('_', ' '));
}

function split(body: string, boundary: string): string[] {
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.replace(/^\r\n/, '').replace(/\r\n$/, ''));
}

function decoded(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return fromQuoted(body.replace(/=\r\n/g, '')).toString();
  return body;
}

function fromQuoted(text: string): Buffer {
  const plain = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
