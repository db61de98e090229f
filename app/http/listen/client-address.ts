import { BlockList, isIP, isIPv6 } from 'node:net';
import { isLoopback } from '../../config/settings.server.ts';

interface Caller {
  socket: { remoteAddress?: string | undefined };
  headers: Record<string, string | string[] | undefined>;
}

const lists = new Map<string, BlockList>();

/** The last address in `X-Forwarded-For` that is not a `trusted` proxy's, read only from such proxies; empty if unknown. */
export function clientAddress(caller: Caller | undefined, trusted: string[]): string {
  const direct = plain(caller?.socket.remoteAddress ?? '');
  if (!caller || trusted.length === 0) return direct;
  const forwarded = String(caller.headers['x-forwarded-for'] ?? '');
  const hops = [...forwarded.split(','), direct].map((hop) => plain(hop.trim()));
  const proxies = listOf(trusted);
  let address = direct;
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) break;
    address = hop;
    if (!isProxy(hop, proxies)) break;
  }
  return address;
}

/** undefined if many share the address: this machine's own, or a trusted proxy's that names nobody. */
export function countedNetwork(caller: Caller, trusted: string[]): string | undefined {
  const address = clientAddress(caller, trusted);
  const isShared = isIP(address) === 0 || isOwnAddress(address) || isProxy(address, listOf(trusted));
  return isShared ? undefined : networkOf(address);
}

export function isFromProxy({ socket }: Pick<Caller, 'socket'>, trusted: string[]): boolean {
  const direct = plain(socket.remoteAddress ?? '');
  return isIP(direct) !== 0 && isProxy(direct, listOf(trusted));
}

const FORWARDING = /forwarded|^via$|(real|client|connecting)-ip$/;

export function isForwarded({ headers }: Pick<Caller, 'headers'>): boolean {
  return Object.keys(headers).some((name) => FORWARDING.test(name));
}

/** A proxy on this machine that sends none of these headers looks like this machine itself. */
export function isFromThisMachine(caller: Caller): boolean {
  const named = `http://${String(caller.headers.host)}`;
  const isNamedSo = URL.canParse(named) && isLoopback(named);
  return isNamedSo && isOwnAddress(plain(caller.socket.remoteAddress ?? '')) && !isForwarded(caller);
}

function isOwnAddress(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** An IPv4 address or, as networks are given out, an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...gap, ...right].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** Without port or brackets, and IPv4 in its own notation even if the connection came in over IPv6. */
function plain(address: string): string {
  const bare = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return bare.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
}

function isProxy(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function listOf(trusted: string[]): BlockList {
  const name = trusted.join(',');
  const known = lists.get(name);
  if (known) return known;
  const made = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    if (isIP(address) === 0) continue;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) made.addAddress(address, family);
    else made.addSubnet(address, Number(bits), family);
  }
  lists.set(name, made);
  return made;
}
