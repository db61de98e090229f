import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { LinkStatus } from '../domain/findings/link-checks.ts';

/** What lies inside a network is not for this site to ask. */
export class NotOutside extends Error {
  override name = 'NotOutside';
}

export interface AskLimits {
  timeoutMs: number;
  /** Of an IP address, before it is connected to. */
  mayAsk: (ip: string, port: number) => boolean;
  /** The IP addresses of a name. */
  resolve: (host: string) => Promise<LookupAddress[]>;
  signal?: AbortSignal;
}

const MOST_REDIRECTS = 5;
const WANTED_BYTES = 1024;
const MOST_BYTES = 256 * 1024;

const INSIDE = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/');
  INSIDE.addSubnet(address, Number(bits), 'ipv4');
}
const OUTSIDE_6 = new BlockList();
OUTSIDE_6.addSubnet('2000::', 3, 'ipv6');
/** Their addresses hold an IPv4 address, which may be any. */
const TUNNELS = new BlockList();
TUNNELS.addSubnet('2002::', 16, 'ipv6');
TUNNELS.addSubnet('2001::', 32, 'ipv6');

const WEB = [80, 443];
/** Below it listen mail, files and the like: no website has an address there. */
const FIRST_FREE_PORT = 1024;

/** `own`: what listens at this machine’s addresses may be closed to everybody else. */
export function mayAsk(ip: string, port: number, own = ownAddresses()): boolean {
  if (!isPublicAddress(ip)) return false;
  return WEB.includes(port) || (port >= FIRST_FREE_PORT && !isAmong(own, ip));
}

function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return OUTSIDE_6.check(ip, 'ipv6') && !TUNNELS.check(ip, 'ipv6');
  return !INSIDE.check(ip, 'ipv4');
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((some = []) => some.map(({ address }) => address));
}

function isAmong(addresses: string[], ip: string): boolean {
  const known = new BlockList();
  for (const address of addresses) known.addAddress(address, familyOf(address));
  return known.check(ip, familyOf(ip));
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIPv6(ip) ? 'ipv6' : 'ipv4';
}

/** The system’s own look-up would hold up those of the rest of the site where a name’s servers do not answer. */
async function resolveName(host: string): Promise<LookupAddress[]> {
  // Each time with the name servers that the machine has by then.
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return found.flatMap((one, at) =>
    one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  );
}

export const LIMITS: AskLimits = { timeoutMs: 10_000, mayAsk, resolve: resolveName };

/** The answer's status after redirects; null where nothing answers in time. @throws NotOutside; what `signal` says. */
export async function askAddress(address: string, limits: AskLimits = LIMITS): Promise<LinkStatus> {
  const late = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([late, limits.signal]) : late;
  const { address: asked, methods } = questionFor(address);
  let status: LinkStatus = null;
  for (const method of methods) {
    status = await follow(asked, { ...limits, method, signal }).catch((error: unknown) => {
      if (error instanceof NotOutside) throw error;
      limits.signal?.throwIfAborted();
      return null;
    });
    // Some servers answer nothing but GET.
    if (status !== null && status < 400) break;
  }
  return status;
}

const INVITATION = /^https:\/\/(?:discord\.gg|(?:www\.)?discord(?:app)?\.com\/invite)\/([\w-]{2,100})\/?(?:\?|$)/i;

/** The page of an invitation to Discord opens whether or not the invitation holds: its interface for programs knows. */
export function questionFor(address: string): { address: URL; methods: string[] } {
  const code = INVITATION.exec(address)?.[1];
  if (code === undefined) return { address: new URL(address), methods: ['HEAD', 'GET'] };
  return { address: new URL(`https://discord.com/api/v10/invites/${code}`), methods: ['GET'] };
}

interface Asking extends Pick<AskLimits, 'mayAsk' | 'resolve'> {
  method: string;
  signal: AbortSignal;
}

async function follow(address: URL, asking: Asking, left = MOST_REDIRECTS): Promise<number> {
  const { status, location } = await ask(address, asking);
  if (status < 300 || status > 399 || location === undefined) return status;
  if (left === 0) throw new Error(`it leads on more than ${MOST_REDIRECTS} times`);
  const next = new URL(location, address);
  // Whose they are, nobody knows.
  [next.username, next.password] = ['', ''];
  return follow(next, asking, left - 1);
}

/** The answer's head: its body is not waited for. */
function ask(address: URL, { method, signal, ...asking }: Asking) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const host = address.hostname.replace(/^\[(.*)\]$/, '$1');
    if (!['http:', 'https:'].includes(address.protocol)) throw new NotOutside(`it leads to ${address.protocol}`);
    const port = Number(address.port) || (address.protocol === 'https:' ? 443 : 80);
    const isAllowed = (ip: string) => asking.mayAsk(ip, port);
    // No name is looked up for it.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new NotOutside(`${host}:${port} is not for this site to ask`);
    const send = address.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { 'user-agent': 'Clubroom link check', accept: '*/*', range: `bytes=0-${WANTED_BYTES - 1}` };
    const request = send(address, { method, signal, headers, agent: false, lookup: lookUp(asking.resolve, isAllowed) });
    request.once('error', reject);
    // Such as an answer that changes the protocol, which is reported as nothing else.
    request.once('close', () => reject(new Error('it hung up')));
    request.once('response', ({ statusCode = 0, headers: { location } }) => {
      resolve({ status: statusCode, location });
      request.destroy();
    });
    request.once('socket', endAfter);
    request.end();
  });
}

/** Before it answers, a server may send word that it will, as often as it likes. */
function endAfter(socket: Socket): void {
  let bytes = 0;
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_BYTES) socket.destroy();
  });
}

/** The address that is checked is the one that is connected to: a name cannot point elsewhere in between. */
function lookUp(resolve: AskLimits['resolve'], isAllowed: (ip: string) => boolean): LookupFunction {
  return (host, { all }, answer) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first) answer(new Error(`${host} has no address`), []);
        else if (!found.every(({ address }) => isAllowed(address)))
          answer(new NotOutside(`${host} is not for this site to ask`), []);
        else if (all) answer(null, found);
        else answer(null, first.address, first.family);
      },
      (error: unknown) => answer(new Error(`${host} cannot be looked up`, { cause: error }), []),
    );
  };
}
