import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ownBytes } from './own-copy.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const MOST_REMEMBERED = 100;
const LONGEST_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

export function acceptedEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string') return 'identity';
  const known = remembered.get(header);
  if (known) return known;
  const best = bestOf(header);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (header.length <= LONGEST_REMEMBERED) remembered.set(header, best);
  return best;
}

function bestOf(header: string): Encoding {
  const liking = new Map<string, number>([['identity', 0]]);
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    liking.set(name, quality ? Number(quality.slice(2)) || 0 : 1);
  }
  let best: Encoding = 'identity';
  for (const encoding of ENCODINGS.toReversed()) {
    const likes = liking.get(encoding) ?? 0;
    if (likes > 0 && likes >= (liking.get(best) ?? 0)) best = encoding;
  }
  return best;
}

export async function encodeBody(body: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return ownBytes(await toGzip(body, { level: 7 }));
  if (encoding === 'br') return ownBytes(await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  return body;
}
