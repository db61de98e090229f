import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { CERTIFICATE, KEY } from '../../test/certificate.ts';
import { readCertificate } from './certificate.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

async function addressOf(made: Server): Promise<string> {
  server = made;
  await once(made.listen(0, '127.0.0.1'), 'listening');
  const address = made.address();
  return `https://localhost:${isPort(address) ? address.port : 0}`;
}

function isPort(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

test('the end of a certificate is read, whoever signed it and whatever name it has', async () => {
  const found = await readCertificate(await addressOf(createSecureServer({ key: KEY, cert: CERTIFICATE })));
  expect(found).toEqual({ host: 'localhost', until: Date.parse(new X509Certificate(CERTIFICATE).validTo) });
});

test('an address without one, and what is not there', async () => {
  expect(await readCertificate('http://localhost:1')).toBeUndefined();
  expect(await readCertificate('https://localhost:1')).toMatch(/ECONNREFUSED/);
});

test('nothing is waited for that does not answer, nor read that goes on and on', async () => {
  const silent = await addressOf(createServer((socket) => socket.on('error', () => undefined)));
  expect(await readCertificate(silent, { withinMs: 50 })).toBe('nothing answered within 0.05 seconds');
  server?.close();
  // A record of TLS that says it is long, and never ends.
  const endless = await addressOf(
    createServer((socket) => {
      socket.on('error', () => undefined);
      const write = () => {
        while (socket.write(Buffer.concat([Buffer.from([22, 3, 3, 0x3f, 0xff]), Buffer.alloc(0x3fff, 1)])));
      };
      socket.on('drain', write);
      write();
    }),
  );
  expect(await readCertificate(endless, { mostBytes: 10_000 })).toEqual(expect.any(String));
  server?.close();
  const closing = await addressOf(createServer((socket) => socket.end('no')));
  expect(await readCertificate(closing)).toEqual(expect.any(String));
});
