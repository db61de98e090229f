import { connect as connectPlain } from 'node:net';
import { Duplex, Transform } from 'node:stream';
import { connect, type PeerCertificate } from 'node:tls';
import type { SiteStatus } from '../domain/dates/site-status.ts';

const WITHIN_MS = 5000;
/** Certificates with all that sign them take a few thousand. */
const MOST_BYTES = 64 * 1024;
const HTTPS_PORT = 443;

interface Limits {
  withinMs?: number;
  mostBytes?: number;
}

/**
 * The certificate that is shown at the site's own public address, whoever signed it: only its last day matters. A text says why
 * it could not be read; undefined if the address has none. Nothing is sent there but a beginning of a connection.
 */
export async function readCertificate(publicUrl: string, limits: Limits = {}): Promise<SiteStatus['certificate']> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const shown = await greet(host, Number(port || HTTPS_PORT), limits);
    return { host: hostname, until: Date.parse(shown.valid_to) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function greet(host: string, port: number, limits: Limits): Promise<PeerCertificate> {
  const { withinMs = WITHIN_MS, mostBytes = MOST_BYTES } = limits;
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>();
  const plain = connectPlain({ host, port });
  // Its name is compared with nothing: the end of a wrong certificate is worth knowing as well.
  const secure = connect({
    socket: Duplex.from({ readable: plain.pipe(atMost(mostBytes)), writable: plain }),
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  const timer = setTimeout(() => reject(new Error(`nothing answered within ${withinMs / 1000} seconds`)), withinMs);
  for (const stream of [plain, secure]) {
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('the connection was closed')));
  }
  secure.on('secureConnect', () => {
    const shown = secure.getPeerCertificate();
    if (Number.isNaN(Date.parse(shown.valid_to))) reject(new Error('no certificate was shown'));
    else resolve(shown);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    secure.destroy();
    plain.destroy();
  });
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      seen += part.length;
      if (seen > bytes) done(new Error('the answer is too long for a certificate'));
      else done(null, part);
    },
  });
}
