import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import encodeQR from 'qr';
import { chromiumFlags, testBrowserPath } from '../scripts/browser.mjs';
import { expect, test } from './club.ts';
import { importInto, signIn } from './signing-in.ts';

const HOUR = 3_600_000;
const [WIDTH, HEIGHT, FRAMES_EACH] = [320, 240, 25];

/** What a camera sees that each of the codes is held before for two and a half seconds, over and over. */
function film(codes: string[]): Buffer {
  const frames = codes.flatMap((code) => Array<Buffer>(FRAMES_EACH).fill(frameOf(code)));
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420mpeg2\n`), ...frames]);
}

function frameOf(code: string): Buffer {
  const picture = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128);
  picture.fill(235, 0, WIDTH * HEIGHT);
  const dots = encodeQR(code, 'raw', { border: 2 });
  const size = Math.floor(HEIGHT / dots.length);
  for (const [row, line] of dots.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (!isDark) continue;
      for (let y = row * size; y < (row + 1) * size; y++) {
        picture.fill(16, y * WIDTH + column * size, y * WIDTH + (column + 1) * size);
      }
    }
  }
  return Buffer.concat([Buffer.from('FRAME\n'), picture]);
}

/** Keeps what beeps, as the page has it. */
async function hearBeeps(page: Page): Promise<void> {
  await page.evaluate(() => {
    const beeps: OscillatorNode[] = [];
    Reflect.set(window, 'beeps', beeps);
    window.AudioContext = class extends AudioContext {
      override createOscillator() {
        const source = super.createOscillator();
        beeps.push(source);
        return source;
      }
    };
  });
}

test(
  'the camera reads codes: a welcome, once, and to who is no member or still has to pay in another colour and tone; somebody who came already; and codes of no use here',
  { tag: '@long' },
  async ({ startClub }) => {
    const club = await startClub({ CLUB_EMPTY: '1' });
    const datetime = { timeStartTimestamp: Date.now() - HOUR, timeEndTimestamp: Date.now() + HOUR };
    const signUp = (name: string, $state: string) => ({ name, email: 'x@example.edu', $state, $since: 1 });
    await importInto(club, {
      event: { jam: { title: 'Jam', formId: 'jamform', datetime } },
      form: { jamform: { fields: [], asksPerson: true, audience: 'members', price: 12.5, howToPay: 'Cash' } },
      entry: {
        jamform: {
          ana: signUp('Ana', 'going'),
          ben: { ...signUp('Ben', 'going'), $email: 'ben@example.org' },
          cleo: signUp('Cleo', 'cancelled'),
          dora: { ...signUp('Dora', 'going'), $owes: 12.5, $reference: 'ABCDEFG2' },
        },
      },
      member: {
        ben: {
          name: 'Ben',
          email: 'ben@example.org',
          payments: [{ on: '2026-01-01', until: '2999-08-31', how: 'cash' }],
        },
      },
    });
    const file = join(club.dataDir, 'camera.y4m');
    const keys = ['ana', 'ben', 'cleo', 'dora', 'nobody'];
    const codes = [...keys.map((key) => `events/jam#${key}`), 'events/other#ana'];
    await writeFile(file, film(codes.map((code) => `${club.url}/${code}`)));
    const browser = await chromium.launch({
      executablePath: testBrowserPath(),
      args: [
        ...chromiumFlags,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${file}`,
      ],
    });
    const page = await browser.newPage({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' });
    await signIn(page, club, 'admin@localhost', '/admin/events/jam/door');
    await expect(page.getByText('0 of 3 came')).toBeVisible();
    await hearBeeps(page);
    await page.getByRole('button', { name: 'Scan codes' }).click();
    const scanner = page.getByRole('dialog', { name: 'Scan codes' });
    // Every code of the film comes round: the first that is seen may be any of them.
    const seen = new Set<string>();
    const colors = new Map<string, string>();
    await expect
      .poll(
        async () => {
          const { text, color } = await scanner.getByRole('status').evaluate((element: HTMLElement) => ({
            text: element.innerText,
            color: getComputedStyle(element).backgroundColor,
          }));
          seen.add(text);
          colors.set(text.slice(0, 'Welcome, Ana'.length), color);
          return [...seen].filter((text) => !text.startsWith('Hold')).toSorted();
        },
        { timeout: 50_000, intervals: [200] },
      )
      .toEqual([
        expect.stringMatching(/^Ana came at \d\d:\d\d [AP]M\.$/),
        expect.stringMatching(/^Ben came at/),
        expect.stringMatching(/^Dora came at/),
        'This code is for another event.',
        'This code is unknown.',
        'This sign-up is cancelled.',
        expect.stringMatching(/^Welcome, Ana\s+Ana is not a paid member\.$/),
        'Welcome, Ben',
        expect.stringMatching(/^Welcome, Dora\s+Dora still has to pay \$12\.50\.$/),
      ]);
    expect(colors.get('Welcome, Dor')).toBe(colors.get('Welcome, Ana'));
    expect(colors.get('Welcome, Dor')).not.toBe(colors.get('Welcome, Ben'));
    const beeps = await page.evaluate(() => {
      const sources: OscillatorNode[] = Reflect.get(window, 'beeps');
      return sources.map(({ frequency }) => frequency.value);
    });
    // Two equal ones for Ana and for Dora each, two rising ones for Ben.
    const welcomes = beeps.filter((pitch) => pitch > 400).toSorted((one, other) => one - other);
    expect(welcomes).toEqual([440, 440, 440, 440, 880, 1320]);
    await scanner.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('3 of 3 came')).toBeVisible();
    await browser.close();
  },
);
