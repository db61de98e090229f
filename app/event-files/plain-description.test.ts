import { expect, test } from 'vitest';
import { plainDescription } from './plain-description.ts';

test.each([
  ['a text', 'Bring 1 < 2 laptops & a friend\nAt 7', 'Bring 1 < 2 laptops & a friend\nAt 7'],
  ['Google’s', '<p>Come &amp; join<br>us.</p><p>Bring a <b>laptop</b>.</p>', 'Come & join\nus.\n\nBring a **laptop**.'],
  ['a list', 'Topics:<ul><li>Rust</li><li>Zig&nbsp;too</li></ul>See you', 'Topics:\n\n- Rust\n- Zig too\n\nSee you'],
  [
    'links',
    '<a href="https://a.example/x?y=1">Sign [up]</a>, <a href="https://a.example">https://a.example</a>',
    '[Sign up](https://a.example/x?y=1), https://a.example',
  ],
  ['what is harmful', '<p>Hi<script>alert(1)</script> <a href="javascript:alert(1)">here</a></p>', 'Hi here'],
  ['Outlook’s', '<html-blob><div>One</div><div><br></div><div>Two</div></html-blob>', 'One\n\nTwo'],
])('%s', (_what, text, plain) => {
  expect(plainDescription(text)).toBe(plain);
});

test('what is too tangled stays as it is', () => {
  const tangled = '<b>'.repeat(100) + 'x';
  expect(plainDescription(tangled)).toBe(tangled);
});
