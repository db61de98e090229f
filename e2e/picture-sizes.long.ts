import { expect, test } from './club.ts';
import { configFile } from './submissions.ts';

/** How wide each picture is said to be (`sizes`), and how wide it is drawn: what is cut off at its sides counts too. */
function measure(): { picture: string; said: number; drawn: number }[] {
  const partsOf = (sizes: string) => {
    const parts = [''];
    let depth = 0;
    for (const sign of sizes) {
      depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
      if (sign === ',' && depth === 0) parts.push('');
      else parts.push(parts.pop() + sign);
    }
    return parts.map((part) => /^ ?(\(min-width: [^)]+\))? ?(.+)$/.exec(part) ?? []);
  };
  const lengthOf = (sizes: string) => {
    const chosen = partsOf(sizes).find(([, media]) => !media || matchMedia(media).matches)?.[2] ?? '';
    const ruler = document.createElement('div');
    ruler.style.cssText = `position: absolute; width: ${chosen}`;
    document.body.append(ruler);
    const { width } = ruler.getBoundingClientRect();
    ruler.remove();
    return width;
  };
  return [...document.querySelectorAll<HTMLImageElement>('main picture img')].flatMap((img) => {
    const sources = [...(img.parentElement?.querySelectorAll('source') ?? [])];
    const sizes = sources.find((source) => source.media === '' || matchMedia(source.media).matches)?.sizes;
    const { width, height } = img.getBoundingClientRect();
    if (!sizes || width === 0) return [];
    const ratio =
      img.naturalWidth / img.naturalHeight || Number(img.getAttribute('width')) / Number(img.getAttribute('height'));
    const full = height * ratio;
    const drawn = getComputedStyle(img).objectFit === 'contain' ? Math.min(width, full) : Math.max(width, full);
    return [
      {
        picture: `${img.src.split('/').at(-1)}: ${sizes}`,
        said: Math.round(lengthOf(sizes)),
        drawn: Math.round(drawn),
      },
    ];
  });
}

/** What is not near has no sources yet. */
async function showAll(): Promise<void> {
  for (const img of document.querySelectorAll('main picture img')) {
    img.scrollIntoView();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }
}

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`pictures are fetched as wide as they are drawn at ${width} px`, async ({ page, startClub }, { outputDir }) => {
    const club = await startClub({
      CLUB_CONFIG: await configFile(outputDir, ({ pages }) => {
        pages.dsc = true;
      }),
    });
    await page.setViewportSize({ width, height });
    const events: { $key: string; title: string }[] = await (await fetch(`${club.url}/api/events?set=all`)).json();
    const withGallery = events.find(({ title }) => title.startsWith('Hack Weekend'));
    for (const path of ['/home', '/events', '/team', '/dsc', '/sponsors', `/events/${withGallery?.$key}`]) {
      await page.goto(club.url + path);
      await page.evaluate(showAll);
      await expect.poll(async () => (await page.evaluate(measure)).length).toBeGreaterThan(0);
      const wrong = (await page.evaluate(measure)).filter(
        ({ said, drawn }) => said < 0.95 * drawn || said > 1.15 * drawn,
      );
      expect([path, wrong]).toEqual([path, []]);
    }
  });
}
