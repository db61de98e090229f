import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import type { LinkStatus } from '../domain/findings/link-checks.ts';

/** What lies inside a network is not for this site to ask. */
export class NotOutside extends Error {
  override name = 'NotOutside';
}

export interface AskLimits {
  timeoutMs: number;
  /** Of an IP address, before it is connected to. */
  isPublicAddress: (ip: string) => boolean;
  signal?: AbortSignal;
}

const MOST_REDIRECTS = 5;
const WANTED_BYTES = 1024;

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

export function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return OUTSIDE_6.check(ip, 'ipv6') && !TUNNELS.check(ip, 'ipv6');
  return !INSIDE.check(ip, 'ipv4');
}

export const LIMITS: AskLimits = { timeoutMs: 10_000, isPublicAddress };

/** The answer's status after redirects; null where nothing answers in time. @throws NotOutside; what `signal` says. */
export async function askAddress(address: string, limits: AskLimits = LIMITS): Promise<LinkStatus> {
  const late = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([late, limits.signal]) : late;
  const { address: asked, methods } = questionFor(address);
  let status: LinkStatus = null;
  for (const method of methods) {
    status = await follow(asked, { method, signal, isPublicAddress: limits.isPublicAddress }).catch(
      (error: unknown) => {
        if (error instanceof NotOutside) throw error;
        limits.signal?.throwIfAborted();
        return null;
      },
    );
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

interface Asking extends Pick<AskLimits, 'isPublicAddress'> {
  method: string;
  signal: AbortSignal;
}

async function follow(address: URL, asking: Asking, left = MOST_REDIRECTS): Promise<number> {
  const { status, location } = await ask(address, asking);
  if (status < 300 || status > 399 || location === undefined) return status;
  if (left === 0) throw new Error(`it leads on more than ${MOST_REDIRECTS} times`);
  return follow(new URL(location, address), asking, left - 1);
}

/** The answer's head: its body is not waited for. */
function ask(address: URL, { method, signal, isPublicAddress: isAllowed }: Asking) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const host = address.hostname.replace(/^\[(.*)\]$/, '$1');
    if (!['http:', 'https:'].includes(address.protocol)) throw new NotOutside(`it leads to ${address.protocol}`);
    // No name is looked up for it.
    if (isIP(host) !== 0 && !isAllowed(host)) throw new NotOutside(`${host} is inside a network`);
    const send = address.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { 'user-agent': 'Clubroom link check', accept: '*/*', range: `bytes=0-${WANTED_BYTES - 1}` };
    const request = send(address, { method, signal, headers, agent: false, lookup: lookUpOutside(isAllowed) });
    request.once('error', reject);
    // Such as an answer that changes the protocol, which is reported as nothing else.
    request.once('close', () => reject(new Error('it hung up')));
    request.once('response', ({ statusCode = 0, headers: { location } }) => {
      resolve({ status: statusCode, location });
      request.destroy();
    });
    request.end();
  });
}

/** The address that is checked is the one that is connected to: a name cannot point elsewhere in between. */
function lookUpOutside(isAllowed: AskLimits['isPublicAddress']): LookupFunction {
  return (host, options, answer) => {
    lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return answer(error ?? new Error(`${host} has no address`), []);
      if (!found.every(({ address }) => isAllowed(address)))
        return answer(new NotOutside(`${host} is inside a network`), []);
      if (options.all) answer(null, found);
      else answer(null, first.address, first.family);
    });
  };
}
