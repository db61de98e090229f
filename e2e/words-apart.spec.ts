import { expect, test } from './club.ts';
import { findGluedWords } from './words-apart.ts';

test('what only a margin parts is found', async ({ page }) => {
  const style = 'margin-left: 0.5em';
  await page.setContent(`
    <dd>3 of 2<strong style="${style}">1 over</strong></dd>
    <dd>2 of 2 <strong style="${style}">0 over</strong></dd>
    <p>wo<b>rd</b>, one<br>two</p>
    <p>Mon<svg width="10" height="10"></svg>Tue<span style="display: block">Wed</span></p>
    <p style="display: flex; gap: 9px"><span>four</span><span>five</span></p>
    <p><a href="/a">six</a><a href="/b" style="${style}">seven</a></p>`);
  expect(await findGluedWords(page)).toEqual(['3 of 2|1 over', 'Mon|Tue']);
});
