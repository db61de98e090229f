import { expect, test } from 'vitest';
import { renderForMail } from './render-for-mail.ts';

const render = (text: string) => renderForMail(text, 'https://club.example.edu');

test.each([
  ['[the room](http://[)', '<p><span>the room</span></p>'],
  ['[the room](https://map.example.edu:99999)', '<p><span>the room</span></p>'],
  ['[below](#below)', '<p><span>below</span></p>'],
  ['[the talk](/events/talk#more)', '<p><a href="https://club.example.edu/events/talk#more">the talk</a></p>'],
  ['![The hall](https://pics.example.edu/hall.jpg)', '<p><span>The hall</span></p>'],
  ['- [ ] tea\n- [x] cake', '<ul>\n<li><span>☐</span> tea</li>\n<li><span>☑</span> cake</li>\n</ul>'],
])('what a page alone can do is left out: %j', async (note, shown) => {
  expect(await render(note)).toBe(shown);
});

test('a heading is larger than the text, and smaller than a page’s; no link leads to it', async () => {
  expect(await render('# This week\n\nTea.\n\n### Cake')).toBe(
    '<h1 style="margin: 24px 0 8px; font-size: 20px; line-height: 1.3;">This week</h1>\n<p>Tea.</p>\n<h3 style="margin: 24px 0 8px; font-size: 18px; line-height: 1.3;">Cake</h3>',
  );
});

test('code has no caption, because nothing in a mail copies it', async () => {
  expect(await render('```\ngit pull\n```')).toBe('<pre style="white-space: pre-wrap;"><code>git pull</code></pre>');
});

test('the columns of a table stand apart, and as they are aligned', async () => {
  const html = await render('| Day | Room |\n| --- | ---: |\n| Monday | 12 |');
  const cell = 'style="padding: 2px 16px 2px 0; vertical-align: top;"';
  expect(html).toContain(`<th ${cell}>Day</th>\n<th align="right" ${cell}>Room</th>`);
  expect(html).toContain(`<td ${cell}>Monday</td>\n<td align="right" ${cell}>12</td>`);
});
