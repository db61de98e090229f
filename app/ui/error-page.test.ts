import { expect, test } from 'vitest';
import { whyNotLoaded } from './error-page.tsx';

test.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Failed to fetch dynamically imported module: http://localhost/assets/team.js',
])('no answer at all is no fault of the site’s: %s', (message) => {
  expect(whyNotLoaded(new TypeError(message), true)).toBe('unreachable');
  expect(whyNotLoaded(new TypeError(message), false)).toBe('offline');
});

test('what something in the browser took out of the page is no fault of the site’s', () => {
  const error = new DOMException('The node to be removed is not a child of this node.', 'NotFoundError');
  expect(whyNotLoaded(error, true)).toBe('changed');
  expect(whyNotLoaded(error, false)).toBe('changed');
});

test('an answer that failed, and a fault of a page, are the site’s', () => {
  expect(whyNotLoaded({ status: 500, statusText: '', data: '', internal: false }, true)).toBe('broken');
  expect(whyNotLoaded(new TypeError("Cannot read properties of undefined (reading 'name')"), true)).toBe('broken');
});
