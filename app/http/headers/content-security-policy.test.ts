import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policyWith = (frame: string) =>
  contentSecurityPolicy({ scripts: [], styles: [] }, { scripts: [], frames: [new URL(frame).origin], forms: [] });

test('what the frames of a page are allowed by', () => {
  for (const origin of [
    'https://forms.example.com',
    'http://localhost:4000',
    'https://[::1]:8443',
    'https://a_b.example',
  ])
    expect(policyWith(`${origin}/forms/d/e/x/viewform`)).toContain(`; frame-src ${origin};`);
});

test.each(['https://a;sandbox/', 'https://a,default-src/', "https://'none'/", 'https://*/', 'https://*.example/'])(
  'an address that would write into the policy is not in it: %s',
  (frame) => {
    expect(policyWith(frame)).toBe(
      contentSecurityPolicy({ scripts: [], styles: [] }, { scripts: [], frames: [], forms: [] }),
    );
  },
);
