import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './network-quota.ts';

test('a network has its share, and those of an IPv6 network of 64 bits share one', () => {
  const limit = createConcurrencyLimit({ perNetwork: 2, inAll: 10 });
  const leave = limit.enter('203.0.113.7');
  limit.enter('203.0.113.7');
  expect(limit.enter('203.0.113.7')).toBe('perNetwork');
  expect(limit.enter('203.0.113.8')).toBeTypeOf('function');
  limit.enter('2001:db8:1:2::1');
  limit.enter('2001:db8:1:2:ffff::9');
  expect(limit.enter('2001:db8:1:2:3::4')).toBe('perNetwork');
  expect(limit.enter('2001:db8:1:3::1')).toBeTypeOf('function');
  if (typeof leave === 'string') throw new Error(leave);
  leave();
  leave();
  expect(limit.enter('203.0.113.7')).toBeTypeOf('function');
  expect(limit.enter('203.0.113.7')).toBe('perNetwork');
});

test('all together have no more than there is, whoever cannot be told apart included', () => {
  const limit = createConcurrencyLimit({ perNetwork: 1, inAll: 3 });
  for (let times = 0; times < 3; times++) expect(limit.enter(undefined)).toBeTypeOf('function');
  expect(limit.enter(undefined)).toBe('inAll');
  expect(limit.enter('203.0.113.7')).toBe('inAll');
});
