import { expect, test } from 'vitest';
import { toStaticPage, toStaticStyles } from './static-page.ts';

const links = {
  link: (address: string) =>
    address.startsWith('https:') ? null : address === '/gone' ? undefined : `${address.slice(1)}.html`,
  placeholder: 'images/placeholder.svg',
  email: 'club@example.edu',
};

function body(html: string): string {
  return /<body>(.*)<\/body>/s.exec(toStaticPage(`<!doctype html><body>${html}`, links))?.[1] ?? '';
}

test.each([
  ['<a href="/team" data-discover="true">T</a>', '<a href="team.html" data-discover="true">T</a>'],
  ['<a href="/gone">T</a>', '<a>T</a>'],
  ['<a href="https://x.example/">T</a>', '<a href="https://x.example/">T</a>'],
  ['<a href="#here">T</a>', '<a href="#here">T</a>'],
  ['<img src="https://x.example/a.png" alt="A">', '<img src="images/placeholder.svg" alt="A">'],
  ['<img src="data:image/png;base64,AA" alt="">', '<img src="data:image/png;base64,AA" alt="">'],
  ['<video src="https://x.example/a.mp4"></video>', '<video></video>'],
  ['<p style="background: url(https://x.example/a.png)">P</p>', '<p style="background: none">P</p>'],
  ['<p onclick="alert()">P</p><script>alert()</script>', '<p>P</p>'],
  ['<button>Share</button><button popovertarget="menu">Menu</button>', '<button popovertarget="menu">Menu</button>'],
  ['<form role="search"><input></form>', ''],
  [
    '<picture><source srcset="/a"><img src="data:,"></picture><noscript><picture><img srcset="/a" src="/b"></picture></noscript>',
    '<picture><img src="b.html"></picture>',
  ],
])('%s becomes %s', (html, becomes) => {
  expect(body(html)).toBe(becomes);
});

test('a form and a frame of another website give way to a sentence', () => {
  expect(body('<form><input name="name"><noscript>Needs JavaScript</noscript></form>')).toBe(
    '<p>This is a saved copy of the site, so nothing can be sent from it. Please write to <a href="mailto:club@example.edu">club@example.edu</a> instead.</p>',
  );
  const frame = body('<iframe src="https://docs.example/f?a=1&amp;b=2"></iframe>');
  expect(frame).toContain('href="https://docs.example/f?a=1&amp;b=2"');
  expect(frame).not.toContain('iframe');
});

test('styles name what lies beside them, and what stands in for a script shows', () => {
  const styles = '@media (scripting:none){.a{b:c}}@font-face{src:url(/f)}.d{e:url("https://x.example/i")}';
  expect(toStaticStyles(styles, links.link)).toBe('@media all{.a{b:c}}@font-face{src:url("f.html")}.d{e:none}');
});
