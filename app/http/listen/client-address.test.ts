import { expect, test } from 'vitest';
import { clientAddress, countedNetwork, networkOf } from './client-address.ts';

const from = (remoteAddress: string, forwarded?: string) => ({
  socket: { remoteAddress },
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
});

test('without a trusted proxy only the connection counts', () => {
  expect(clientAddress(from('203.0.113.7', '198.51.100.1'), [])).toBe('203.0.113.7');
  expect(clientAddress(from('203.0.113.7', '198.51.100.1'), ['10.0.0.1'])).toBe('203.0.113.7');
  expect(clientAddress(from('::ffff:127.0.0.1'), [])).toBe('127.0.0.1');
  expect(clientAddress(undefined, [])).toBe('');
});

test('behind trusted proxies the last address that is not one of them counts', () => {
  const proxies = ['10.0.0.0/8', '::1'];
  expect(clientAddress(from('10.0.0.1', '198.51.100.1'), proxies)).toBe('198.51.100.1');
  expect(clientAddress(from('::1', '6.6.6.6, 198.51.100.1, 10.2.3.4'), proxies)).toBe('198.51.100.1');
  expect(clientAddress(from('10.0.0.1', '2001:db8::5'), proxies)).toBe('2001:db8::5');
  expect(clientAddress(from('10.0.0.1', '198.51.100.1:4711'), proxies)).toBe('198.51.100.1');
});

test('nonsense in the header is not an address', () => {
  expect(clientAddress(from('10.0.0.1', '198.51.100.1, unknown'), ['10.0.0.1'])).toBe('10.0.0.1');
  expect(clientAddress(from('10.0.0.1', ''), ['10.0.0.1'])).toBe('10.0.0.1');
});

test('whoever is behind this machine or a proxy that does not say so is not counted as one', () => {
  const proxies = ['10.0.0.0/8', '::1'];
  expect(countedNetwork(from('203.0.113.7'), proxies)).toBe('203.0.113.7');
  expect(countedNetwork(from('10.0.0.1', '198.51.100.1'), proxies)).toBe('198.51.100.1');
  expect(countedNetwork(from('2001:db8:1:2:ffff::9'), proxies)).toBe(countedNetwork(from('2001:db8:1:2::1'), proxies));
  expect(countedNetwork(from('2001:db8:1:3::1'), proxies)).not.toBe(countedNetwork(from('2001:db8:1:2::1'), proxies));
  expect(countedNetwork(from('10.0.0.1'), proxies)).toBeUndefined();
  expect(countedNetwork(from('::ffff:127.0.0.1', '198.51.100.1'), [])).toBeUndefined();
  expect(countedNetwork(from(''), [])).toBeUndefined();
});

test('an IPv6 network of 64 bits counts as one visitor', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
  expect(networkOf('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:0db8::1')).toBe(networkOf('2001:db8:0:0:ffff::9'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});
