import { expect, test } from './club.ts';
import { importInto } from './signing-in.ts';

test('the club is introduced on the home page, and each link of the bar leads on', async ({ page, club }) => {
  await page.goto(club.url);
  await expect(page).toHaveURL(`${club.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quillmoor University Computer Science Club');
  await expect(page.getByText('UPCOMING EVENT')).toBeVisible();
  await expect(page.getByText('Gaming')).toBeVisible();
  const bar = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path, heading] of [
    ['Team', '/team', 'Current Executive Team'],
    ['Events', '/events', 'Events'],
    ['Contact', '/contact', 'Contact'],
    ['Join', '/links', 'Our Links'],
  ] as const) {
    await bar.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(club.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await bar.getByRole('link', { name: 'Quillmoor University Computer Science Club home' }).click();
  await expect(page).toHaveURL(`${club.url}/home`);
});

test('every public page begins at one left edge', { tag: '@long' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const edges = new Map<string, number>();
  for (const path of ['events', 'team', 'contact', 'signup', 'links', 'membership', 'accessibility', 'sponsors']) {
    await page.goto(`${club.url}/${path}`);
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    edges.set(path, Math.round(heading?.x ?? 0));
  }
  await page.goto(`${club.url}/home`);
  edges.set('home', Math.round((await page.getByRole('article').first().boundingBox())?.x ?? 0));
  expect(new Set(edges.values()), JSON.stringify([...edges])).toHaveProperty('size', 1);
});

test('below the next event stand two more, and only the next is called so', async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const at = (days: number) => ({ timeStartTimestamp: Date.now() + days * 86_400_000 });
  const names = ['One', 'Two', 'Three', 'Four'];
  await importInto(club, {
    event: Object.fromEntries(names.map((title, day) => [title, { title, datetime: at(day + 1) }])),
  });
  await page.goto(`${club.url}/home`);
  const section = page.getByRole('region', { name: 'Events', exact: true });
  await expect(section.getByRole('article').getByRole('link')).toHaveText(['One', 'Two', 'Three']);
  await expect(page.getByText('UPCOMING EVENT')).toHaveCount(1);
  await expect(section.getByRole('link', { name: 'See more about events' })).toBeVisible();
});

test('a poster and the button below it are equally wide', { tag: '@long' }, async ({ page, startClub }) => {
  const club = await startClub({ CLUB_EMPTY: '1' });
  const datetime = { timeStartTimestamp: Date.now() + 86_400_000 };
  await importInto(club, {
    event: { talk: { title: 'Talk', datetime, signupUrl: 'https://tickets.example.com' } },
  });
  for (const height of [640, 800, 1000]) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto(`${club.url}/events/talk`);
    const poster = await page.getByRole('article').locator('img').first().boundingBox();
    const button = await page.getByRole('link', { name: 'Sign Up' }).boundingBox();
    expect(Math.abs((poster?.width ?? 0) - (button?.width ?? 0)), `${height}`).toBeLessThanOrEqual(3);
  }
});

test('a face says whose it is, and goes on covering nothing once that is dismissed', async ({ page, club }) => {
  await page.goto(`${club.url}/home`);
  const faces = page.getByRole('list', { name: 'The current team' });
  const [first, second] = [faces.getByRole('listitem').nth(0), faces.getByRole('listitem').nth(1)];
  const tooltip = first.getByText(' - ');
  await first.hover();
  await expect(tooltip).toHaveCSS('opacity', '1');
  // The pointer may go onto it, to read it enlarged.
  const { x, y, width, height } = (await tooltip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 10 });
  await expect(tooltip).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expect(tooltip).toBeHidden();
  await second.hover();
  await expect(second.getByText(' - ')).toHaveCSS('opacity', '1');
});

test('the bar is transparent at the top of the home page only, and white after 30 pixels', async ({ page, club }) => {
  await page.goto(`${club.url}/home`);
  const opacity = () => page.locator('header').evaluate((bar) => getComputedStyle(bar, '::before').opacity);
  await expect.poll(opacity).toBe('0');
  await page.evaluate(() => scrollTo(0, 15));
  await expect.poll(opacity).toBe('0.5');
  await page.evaluate(() => scrollTo(0, 400));
  await expect.poll(opacity).toBe('1');
  await page.goto(`${club.url}/team`);
  await expect.poll(opacity).toBe('1');
});

test('any other page leads home; an unknown child of events leads to the list', async ({ page, club }) => {
  await page.goto(`${club.url}/nowhere`);
  await expect(page).toHaveURL(`${club.url}/home`);
  await page.goto(`${club.url}/events/a/b`);
  await expect(page).toHaveURL(`${club.url}/events`);
});

test('an unknown event says so, with status 404', async ({ page, club, complaints }) => {
  const answer = await page.goto(`${club.url}/events/none`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Event doesn't exist.")).toBeVisible();
  await expect(page.getByText('Event ID: none')).toBeVisible();
  // The browser itself reports the status on its console.
  complaints.length = 0;
});

test('a card leads to its event, which shows at once what the card showed', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  const shown = Promise.withResolvers<void>();
  await page.route('**/*.data*', async (route) => {
    await shown.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: /Intro to Git/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Intro to Git/);
  shown.resolve();
  await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect(page.getByText(/^\w{3} \d{1,2}, \d{4}, \d{2}:\d{2} [AP]M — /)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
});

test('on a desktop what it takes to come to an event stays while one reads', async ({ page, club }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${club.url}/events/-OgaqyxQHPVkKhOcSye7`);
  const action = page.getByRole('link', { name: 'Go to the sign-up form' });
  const stays = [action, page.getByRole('button', { name: 'Add to calendar' })];
  await expect(action).toBeInViewport({ ratio: 1 });
  await page.getByLabel('I may appear in photos of the weekend').scrollIntoViewIfNeeded();
  for (const one of stays) await expect(one).toBeInViewport({ ratio: 1 });
});

for (const width of [390, 1280]) {
  test(`at ${width} px when and where stand once, below the title`, async ({ page, club }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${club.url}/events/-OggCP1Rotqk370XnQr5`);
    const place = page.getByRole('article').getByText('Student Centre, Room 204');
    await expect(place).toHaveCount(1);
    await expect(page.getByText(/\d{4}, \d\d:\d\d [AP]M — /)).toHaveCount(1);
    const top = async (heading: string) => (await page.getByRole('heading', { name: heading }).boundingBox())?.y ?? 0;
    expect(await top('When & Where')).toBeLessThan(await top('Description'));
    await expect(place).toBeInViewport({ ratio: 1 });
  });
}

test('on a phone a drawn poster comes after when and where, and says nothing again', async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${club.url}/events/-Ogre6d26XB9gtVYwuNU`);
  const poster = page.getByRole('article').locator('img').first();
  await expect(poster).toHaveJSProperty('complete', true);
  expect(await poster.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/poster\.svg\?v=\d+&wordless$/);
  const [drawn, said] = [
    await poster.boundingBox(),
    await page.getByRole('heading', { name: 'When & Where' }).boundingBox(),
  ];
  expect(drawn?.height).toBeLessThanOrEqual(0.3 * 800);
  expect(drawn?.y).toBeGreaterThan(said?.y ?? Infinity);
});

test('the first screen says what is next, and the line leads there', async ({ page, club }) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${club.url}/home`);
    const next = page.getByRole('region', { name: /Computer Science Club/ }).getByText(/^Next: \w{3} \w{3} \d/);
    await expect(next).toBeInViewport({ ratio: 1 });
    const title = await page.getByRole('article').getByRole('heading').first().innerText();
    await expect(next.locator('..')).toContainText(title);
    // Anywhere on the line.
    await next.locator('..').click({ position: { x: 40, y: 30 } });
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});

for (const path of ['/home', '/events'])
  test(`from ${path} a calendar program subscribes to all events`, async ({ page, club }) => {
    await page.goto(club.url + path);
    await page.getByRole('button', { name: 'Subscribe to all events' }).click();
    const ways = page.getByRole('group', { name: 'Subscribe to all events' });
    const feed = `${club.url}/events.ics`;
    const webcal = feed.replace('http:', 'webcal:');
    await expect(ways.getByRole('link', { name: 'Calendar on this device' })).toHaveAttribute('href', webcal);
    const addressOf = async (name: string) =>
      new URL((await ways.getByRole('link', { name }).getAttribute('href')) ?? '').searchParams;
    expect((await addressOf('Google Calendar')).get('cid')).toBe(webcal);
    expect((await addressOf('Outlook')).get('url')).toBe(feed);
    await expect(ways.getByText(feed)).toBeVisible();
    await expect(ways.getByRole('button', { name: 'Copy' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(ways).toBeHidden();
  });

test('what is printed has the pictures that nobody has scrolled to, too', { tag: '@long' }, async ({ page, club }) => {
  await page.setViewportSize({ width: 390, height: 1000 });
  await page.goto(`${club.url}/events`);
  const pictures = page.getByRole('article').locator('img');
  const withheld = page.getByRole('article').locator('img[src^="data:"]');
  // The first is in the page as it came; once the next is shown, the page is alive.
  // The picture takes the place of what was held for it, and may do so as it is scrolled to.
  await expect(() => pictures.nth(1).scrollIntoViewIfNeeded({ timeout: 1000 })).toPass();
  await expect(pictures.nth(1)).not.toHaveAttribute('src', /^data:/);
  await expect(withheld).not.toHaveCount(0);
  await page.pdf();
  await expect(withheld).toHaveCount(0);
  await expect(pictures.last()).toHaveJSProperty('complete', true);
});

test('past events come when asked for, and by themselves when the screen is visited again', async ({ page, club }) => {
  await page.goto(`${club.url}/events`);
  await page.getByRole('link', { name: 'Show past events' }).click();
  const past = page.getByRole('region', { name: 'Past Events' });
  await expect(past.getByRole('article').first()).toBeVisible();
  const count = await past.getByRole('article').count();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByRole('heading', { name: 'Current Executive Team' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
  await expect(past.getByRole('article')).toHaveCount(count);
});

test(
  'previous executives open at their heading, and a portrait opens its description',
  { tag: '@long' },
  async ({ page, club }) => {
    await page.goto(`${club.url}/team`);
    const heading = page.getByRole('heading', { name: 'Previous Executives' });
    const previous = page.locator('#previous-execs');
    await expect(previous).toBeHidden();
    await heading.click();
    await expect(previous).toBeVisible();
    await heading.click();
    await expect(previous).toBeHidden();
    const arrow = page.getByRole('button', { name: /^About / }).first();
    await arrow.click();
    await expect(arrow).toHaveAttribute('aria-expanded', 'true');
    await arrow.press('Enter');
    await expect(arrow).toHaveAttribute('aria-expanded', 'false');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the list of events begins on the first screen, and a chosen kind is in sight', async ({ page, club }) => {
    await page.goto(`${club.url}/events`);
    await expect(page.getByRole('article').first().getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Month', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(page.getByLabel('Search events')).toBeInViewport({ ratio: 1 });
    await page.getByRole('link', { name: 'Social', exact: true }).click();
    await expect(page).toHaveURL(/kind=social/);
    await expect(page.getByRole('link', { name: 'Social', exact: true })).toBeInViewport({ ratio: 1 });
    await page.reload();
    await expect(page.getByRole('link', { name: 'Social', exact: true })).toBeInViewport({ ratio: 1 });
  });

  test(
    'below the bar stands nothing of what comes before the place that a link leads to',
    { tag: '@long' },
    async ({ page, club }) => {
      for (const path of ['/events/-Og3_FzbKm8ab0ftOR13#sign-up', '/events?q=git#search']) {
        await page.goto(club.url + path);
        await page.waitForLoadState('networkidle');
        const between = await page.evaluate(() => {
          const target = document.querySelector(location.hash);
          const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
          const top = target?.getBoundingClientRect().top ?? 0;
          const leaves = [...document.querySelectorAll('main *')].filter((one) => one.childElementCount === 0);
          return {
            room: top - bar,
            left: leaves.flatMap((leaf) => {
              const box = leaf.getBoundingClientRect();
              const isSeen = box.height > 1 && box.bottom > bar && box.top < top && !target?.contains(leaf);
              return isSeen ? [leaf.outerHTML] : [];
            }),
          };
        });
        expect([path, between]).toEqual([path, { room: expect.closeTo(8, 0), left: [] }]);
      }
    },
  );

  test('the rows of links are equally high', async ({ page, club }) => {
    await page.goto(`${club.url}/links`);
    const heights = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().height)));
    expect(heights.length).toBeGreaterThan(4);
    expect(new Set(heights).size).toBe(1);
  });

  test('portraits keep their size, and a description opens without covering a face', async ({ page, club }) => {
    await page.goto(`${club.url}/team`);
    const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: 'About Amara Boakye' }) });
    const size = { width: 200, height: 200 };
    const picture = await card.locator('img').boundingBox();
    expect(picture).toMatchObject(size);
    await expect(card.getByRole('button')).toHaveText('About');
    await card.getByRole('button').click();
    const description = card.getByText('Amara teaches the git workshop');
    await expect(description).toBeVisible();
    const text = await description.boundingBox();
    const isBeside = (text?.x ?? 0) >= (picture?.x ?? 0) + size.width;
    expect(isBeside || (text?.y ?? 0) >= (picture?.y ?? 0) + size.height).toBe(true);
    const next = await page.getByRole('article').nth(1).locator('img').boundingBox();
    expect(next?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  });

  test('the guide’s contents stay in reach while it is read', async ({ page, club }) => {
    await page.goto(`${club.url}/guide`);
    const contents = page.locator('summary', { hasText: 'In this guide' });
    await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
    await expect(contents).toBeInViewport();
    await contents.click();
    await page.getByRole('navigation', { name: 'In this guide' }).getByRole('link', { name: 'Tools' }).click();
    await expect(page.getByRole('heading', { name: 'Tools' })).toBeInViewport();
    await expect(contents).toBeInViewport();
  });

  test('the menu covers the page, closes with Escape, and a link closes it', async ({ page, club }) => {
    await page.goto(`${club.url}/home`);
    const button = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Team',
      'Events',
      'CS Guide',
      'Contact',
      'Mentoring',
      'Join',
    ]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.press('Enter');
    await menu.getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(`${club.url}/contact`);
    await expect(menu).toBeHidden();
    await button.click();
    await page.goBack();
    await expect(page).toHaveURL(`${club.url}/home`);
    await expect(menu).toBeHidden();
    await button.click();
    await page.setViewportSize({ width: 1045, height: 844 });
    await expect(page.locator('main')).not.toHaveAttribute('inert');
  });

  test('no screen is wider than the phone', { tag: '@long' }, async ({ page, club }) => {
    for (const path of ['/home', '/team', '/events', '/contact', '/signup', '/guide', '/links', '/auth/login']) {
      await page.goto(club.url + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    }
  });
});
