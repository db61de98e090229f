import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedFormUrl } from './embedded-form.ts';

test('the address is cut to its first 7 path segments, and shown embedded', () => {
  const embedded = 'https://docs.google.com/forms/d/e/ID/viewform?embedded=true';
  expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform?usp=x')).toBe(embedded);
  expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform')).toBe(embedded);
  expect(embeddedFormUrl('https://docs.google.com/forms/d/e/ID/viewform/a/b#c')).toBe(embedded);
});

test('only https addresses are shown in a frame', () => {
  expect(embeddedFormUrl('javascript:alert(1)')).toBeUndefined();
  expect(embeddedFormUrl('http://docs.google.com/forms/d/e/ID/viewform')).toBeUndefined();
  expect(embeddedFormUrl('')).toBeUndefined();
  // Not an address by itself: with what is put behind it, the host would be ‘viewform’.
  expect(embeddedFormUrl('https://')).toBeUndefined();
});

test('whatever was entered, the frame shows an https address that ends as it should, or nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()), (entered) => {
      const embedded = embeddedFormUrl(entered);
      if (embedded === undefined) return;
      expect(new URL(embedded).protocol).toBe('https:');
      expect(embedded.endsWith('/viewform?embedded=true')).toBe(true);
    }),
  );
});
