import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { scriptHashes } from './content-security-policy.ts';
import { scriptsLast } from './scripts-last.ts';

const page = [
  '<head><link rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/></head>',
  '<body><p>$& $1 in a text</p><script>before("</body>")</script>',
  '<script type="module" async="">import "/a.js"</script></body></html>',
].join('');

test('a page asks for its scripts only when its last script says so', () => {
  const late = scriptsLast(page);
  expect(late).not.toContain('modulepreload" href');
  expect(late).not.toContain('type="module"');
  expect(late).toContain('<link rel="stylesheet" href="/a.css"/>');
  expect(late).toMatch(/<script>\{const start [^<]+<\/script><\/body><\/html>$/);
  expect(late).toContain('<p>$& $1 in a text</p><script>before("</body>")</script>');
});

test('what it puts back is allowed by the hashes of the page', () => {
  const hash = createHash('sha256').update('import "/a.js"').digest('base64');
  expect(scriptHashes(scriptsLast(page))).toContain(hash);
});
