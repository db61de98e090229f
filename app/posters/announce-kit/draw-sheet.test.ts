import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { picture } from '../../../test/pictures.ts';
import { readCode, readPdf } from '../../../test/read-kit.ts';
import { drawPdf, drawPng } from './draw-sheet.ts';
import { SHEETS, type KitContent, type SheetName } from './kit.ts';
import { layOut, type Sheet } from './lay-out.ts';
import { setParagraph } from '../paragraph.ts';

const content: KitContent = {
  key: '-OgxVzdq4uJStFVn8a1y',
  title: 'Game Night',
  presenter: '',
  when: ['Friday, November 20, 2026', '07:30 PM – 09:30 PM'],
  place: 'Student Centre, Room 204',
  mark: null,
  clubName: 'Example University Computer Science Club',
  address: 'https://club.example.edu/events/-OgxVzdq4uJStFVn8a1y',
  accent: '#aa3b3b',
  picture: null,
};
const LONG =
  'An Evening with the Compiler: How Your Program Becomes Instructions, Why Optimisation Is Harder Than It Looks, and What Every Student Should Know Before Writing a Language of Their Own Next Term Okay.';
const EIGHTY = 'An Evening of Compilers: How Your Program Becomes Something Machines Can Run Now';
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte';
const ARABIC = 'أمسية البرمجة بلغة Rust (الجزء 2) مع الأصدقاء';
const ADDRESS = `https://a-very-long-name.students.example.edu/clubs/events/${encodeURIComponent('ein langer Schlüssel 漢字漢字')}`;

const CASES: [string, Partial<KitContent>][] = [
  ['a short title', {}],
  ['a title of 200 characters', { title: LONG }],
  ['a word of 60 letters', { title: WORD }],
  ['an Arabic title', { title: ARABIC, place: 'قاعة المحاضرات 204' }],
  ['an emoji title, cancelled', { title: '🎲 Game Night 🎉👩🏽‍💻', mark: 'CANCELLED' }],
  ['no place and a custom date', { place: '', when: [LONG], mark: 'TENTATIVE' }],
  [
    'two days and a long address',
    { when: ['Fri, Nov 20, 2026, 07:30 PM –', 'Sun, Nov 22, 2026, 05:00 PM'], address: ADDRESS },
  ],
  ['a hostile title', { title: '</svg><script>alert("1")</script>\0\ud83d\u202e'.repeat(3) }],
  ['a presenter', { presenter: 'Ada Boakye and Noor Haddad', title: EIGHTY }],
  ['a presenter of 200 letters', { presenter: LONG, title: LONG, mark: 'TENTATIVE' }],
  ['nothing to set', { title: '漢字', when: [], place: '\ud83d' }],
];
const SIZES = { poster: [595.5, 842], square: [1080, 1080], story: [1080, 1920], slide: [1920, 1080] };

function everyBlock({ blocks }: Sheet) {
  return blocks.map(({ box, set, fromRight }) => {
    const widest = Math.max(...set.lines.map(({ width }) => width)) * set.size;
    const left = fromRight ? box.x + box.width - widest : box.x;
    return { left, right: left + widest, top: box.y, bottom: box.y + set.height };
  });
}

/** What a designer would send back: text outside the margins, on other text or at the code, and a title without its end. */
function findFaults(sheet: Sheet): string[] {
  const { box, modules } = sheet.code;
  const quiet = (4 * box.width) / modules.length;
  const side = sheet.width * 0.04;
  const [top, bottom] = sheet.name === 'story' ? [250, 250] : [side, side];
  const blocks = everyBlock(sheet);
  const faults = sheet.blocks
    .filter(({ kind, set }) => kind === 'title' && !set.isWhole)
    .map(() => 'title without end');
  for (const block of blocks) {
    const isWithin = block.left > side && block.right < sheet.width - side;
    if (!isWithin || block.top < top || block.bottom > sheet.height - bottom) faults.push('outside the margins');
    const isAside = block.right < box.x - quiet || block.left > box.x + box.width + quiet;
    const isBeside = isAside || block.bottom < box.y - quiet;
    if (!isBeside && block.top < box.y + box.height + quiet) faults.push('at the code');
    const isOnOther = (other: typeof block) => block.top < other.bottom - 0.5 && other.top < block.bottom - 0.5;
    if (blocks.some((other) => other !== block && isOnOther(other))) faults.push('on other text');
  }
  const codeBottom = sheet.name === 'story' ? sheet.height - bottom : sheet.height;
  if (box.y - quiet < 0 || box.y + box.height + quiet > codeBottom) faults.push('code outside');
  return faults;
}

/** Drawing takes far longer than setting: `npm test` draws these, `npm run test:long` all. */
const DRAWN = ['a title of 200 characters', 'an Arabic title', 'two days and a long address'];

describe.each(CASES)('with %s', (what, given) => {
  const drawn = DRAWN.includes(what) ? {} : { tags: 'long' as const };

  it.each(SHEETS)('the %s has its size, and a code that leads to the page', drawn, async (name) => {
    const all = { ...content, ...given };
    // A poster is looked at larger than one pixel a point.
    const scale = name === 'poster' ? 2 : 1;
    const png = await drawPng(await layOut(name, all), scale);
    const [width = 0, height = 0] = SIZES[name];
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: width * scale, height: height * scale });
    expect(await readCode(png)).toBe(all.address);
  });

  it.each(SHEETS)('nothing on the %s leaves its margins, meets the code or lies on other text', async (name) => {
    expect(findFaults(await layOut(name, { ...content, ...given }))).toEqual([]);
  });

  it('the PDF is one page of A4 with its typefaces in it, and its code is read from paper', drawn, async () => {
    const all = { ...content, ...given };
    const pdf = await readPdf(await drawPdf(await layOut('poster', all), all, 'en-CA'));
    expect(pdf).toMatchObject({ pages: 1, size: [595.28, 841.89] });
    expect(pdf.fonts.length).toBeGreaterThan(0);
    expect(pdf.embedded).toBe(pdf.fonts.length);
    expect(await readCode(await pdf.print(150))).toBe(all.address);
  });
});

describe.each([
  ['a portrait', 800, 1400],
  ['a square one', 900, 900],
  ['a landscape', 1200, 800],
  ['a panorama', 2400, 500],
])('with the event’s own picture, %s', (_, width, height) => {
  it.each(SHEETS)('the %s shows it whole, in its own form and clear of everything', async (name) => {
    const own = await picture(width, height);
    for (const title of ['LAN', 'Hack Weekend: 48 Hours to Build Something Kind', LONG]) {
      const sheet = await layOut(name, { ...content, title, mark: 'CANCELLED', picture: own });
      const { box } = sheet.picture;
      const form = box.width / box.height / (width / height);
      expect(form).toBeGreaterThan(0.9);
      expect(form).toBeLessThan(1.11);
      expect(findFaults(sheet)).toEqual([]);
      const { box: code } = sheet.code;
      for (const at of [...everyBlock(sheet), { left: code.x, right: code.x + code.width, top: code.y, bottom: 9999 }])
        expect(at.left > box.x + box.width || at.right < box.x || at.top > box.y + box.height).toBe(true);
    }
  });
});

it.each(SHEETS)(
  'on the %s all begins at the edge where its title does, and day and hours are one size',
  async (name) => {
    for (const title of ['Game Night', ARABIC]) {
      const sheet = await layOut(name, { ...content, title });
      expect(new Set(sheet.blocks.map(({ fromRight }) => fromRight))).toEqual(new Set([title === ARABIC]));
      const sizes = sheet.blocks.filter(({ set }) => content.when.includes(set.text)).map(({ set }) => set.size);
      expect(sizes).toHaveLength(2);
      expect(new Set(sizes).size).toBe(1);
    }
  },
);

describe('the presenter', () => {
  const said = async (given: Partial<KitContent>, name: SheetName = 'square') =>
    (await layOut(name, { ...content, ...given })).blocks.map(({ set }) => set.text);

  it.each(SHEETS)('stands below the title on the %s', async (name) => {
    const [, title, presenter] = await said({ presenter: 'Ada Boakye' }, name);
    expect([title, presenter]).toEqual(['Game Night', 'by Ada Boakye']);
  });

  it.each(['', '  ', '\ud83d', '⇝'])('is not spoken of where nothing of %j can be read', async (presenter) => {
    expect(await said({ presenter })).toEqual(await said({}));
  });
});

it('the place of a story’s own buttons has forms, with and without a picture, and ends where the story does', async () => {
  for (const own of [null, await picture(900, 600), await picture(800, 1400)]) {
    const { forms, blocks, code, height } = await layOut('story', { ...content, picture: own });
    const [foot] = forms;
    expect(foot && foot.box.y + foot.box.height).toBe(height);
    const lowest = Math.max(code.box.y + code.box.height, ...blocks.map(({ box }) => box.y + box.height));
    // The rest is a margin.
    expect(foot && foot.box.y - lowest).toBeGreaterThan(0);
    expect(foot && foot.box.y - lowest).toBeLessThan(110);
    const png = sharp(await drawPng(await layOut('story', { ...content, picture: own })));
    const { channels } = await png.extract({ left: 0, top: height - 150, width: 1080, height: 150 }).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10);
  }
});

it.each([
  ['a landscape', 1200, 800],
  ['a panorama', 2400, 500],
])('%s smaller than its place on the slide stands on forms as high as the slide', async (_, width, height) => {
  const { forms, picture: own } = await layOut('slide', { ...content, picture: await picture(width, height) });
  const [panel] = forms;
  expect(panel?.box).toMatchObject({ y: 0, height: 1080 });
  expect(own.box.x).toBeGreaterThan(panel?.box.x ?? 9999);
  expect(own.box.x + own.box.width).toBeLessThan(1920);
});

it('a picture as high as the slide has nothing behind it', async () => {
  expect((await layOut('slide', { ...content, picture: await picture(800, 1400) })).forms).toEqual([]);
});

it('a strip on the story stands below its own buttons', async () => {
  const sheet = await layOut('story', { ...content, picture: await picture(2400, 500) });
  expect(sheet.picture.box.y).toBeGreaterThanOrEqual(250);
  expect(findFaults(sheet)).toEqual([]);
});

describe('the text of the PDF', () => {
  const read = async (given: Partial<KitContent>) => {
    const all = { ...content, ...given };
    return readPdf(await drawPdf(await layOut('poster', all), all, 'en-CA'));
  };
  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

  it('is text, from the title to the address', async () => {
    const { text } = await read({ title: LONG });
    for (const said of [LONG, ...content.when, content.place, content.clubName]) expect(flat(text)).toContain(said);
  });

  it('is copied and read aloud as it is written in Arabic too, which stands joined and from the right', async () => {
    const { text, actualText, fonts } = await read({ title: ARABIC });
    for (const word of ['أمسية', 'البرمجة', 'بلغة', 'Rust', 'الجزء', 'مع']) expect(text).toContain(word);
    expect(actualText).toContain(ARABIC);
    expect(fonts).toContain('Vazirmatn-ExtraBold');
  });

  it('has emoji as letters', async () => {
    const { text, actualText, fonts } = await read({ title: '🎲 Game Night 👩🏽‍💻' });
    expect(text).toContain('🎲');
    expect(actualText).toContain('🎲 Game Night 👩🏽‍💻');
    expect(fonts).toContain('NotoEmoji-Bold');
  });

  it('says what the code is to whoever does not see it, and has a code of 38 mm at least', async () => {
    const sheet = await layOut('poster', content);
    const source = (await drawPdf(sheet, content, 'en-CA')).toString('latin1');
    expect(source).toContain(`/Alt (QR code: ${content.address})`);
    expect(source).toContain('/Lang (en-CA)');
    expect((sheet.code.box.width / 72) * 25.4).toBeGreaterThan(38);
  });
});

describe('the order of letters', () => {
  const line = (text: string) => setParagraph(text, 800, { width: 9999, height: 200, largest: 100, smallest: 50 });
  const drawn = async (text: string) => {
    const set = await line(text);
    return set?.lines[0]?.runs.toSorted((one, other) => one.x - other.x).map((run) => run.text);
  };

  it('is from the right in Arabic, with numbers and Latin words as they are', async () => {
    expect(await drawn('ورشة Rust 101')).toEqual(['Rust', '101', 'ورشة']);
    expect(await drawn('لعبة (2)')).toEqual(['(', '2', ')', 'لعبة']);
    expect((await line('ورشة Rust'))?.isRtl).toBe(true);
  });

  it('is from the left in Latin, with Arabic words turned together', async () => {
    expect(await drawn('Rust: ورشة عمل')).toEqual(['Rust:', 'عمل', 'ورشة']);
    expect((await line('Rust: ورشة عمل'))?.isRtl).toBe(false);
  });

  it('joins Arabic letters: each has the form of its place', async () => {
    const set = await line('ببب');
    const [run] = set?.lines[0]?.runs ?? [];
    const glyphs = run?.face.font.layout(run.text).glyphs.filter(({ codePoints }) => codePoints.length > 0);
    expect(new Set(glyphs?.map(({ id }) => id)).size).toBe(3);
  });
});

describe("the event's own picture", () => {
  const background = { r: 0, g: 90, b: 200, alpha: 1 };
  const blue = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const isBlue = ([red = 0, green = 0, blue_ = 0]: number[]) => red < 60 && green < 130 && blue_ > 120;
  async function pixel(name: SheetName, own: Uint8Array, x: number, y: number): Promise<number[]> {
    const png = await drawPng(await layOut(name, { ...content, picture: own }));
    return [...(await sharp(png).extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer())];
  }

  it.each([
    ['a landscape', 1200, 900],
    ['a portrait', 800, 1400],
    ['a panorama', 2400, 500],
  ])('is shown as %s', async (_, width, height) => {
    const own = await blue(width, height);
    const { picture: shown } = await layOut('square', { ...content, picture: own });
    expect(isBlue(await pixel('square', own, shown.box.x + 20, shown.box.y + 20))).toBe(true);
    expect(isBlue(await pixel('slide', own, 1600, 540))).toBe(true);
  });

  it('is turned upright, and brought from print colours to those of screens', async () => {
    const turned = await sharp(await picture(900, 600))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const sheet = await layOut('slide', { ...content, picture: turned });
    expect(sheet.picture.box.width).toBeCloseTo(1080 * (600 / 900), 0);
    const cmyk = await sharp(await blue(900, 600))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect(isBlue(await pixel('slide', cmyk, 1600, 540))).toBe(true);
  });

  it('stands on paper where it is transparent', async () => {
    const hole = { r: 0, g: 0, b: 0, alpha: 0 };
    const clear = await sharp({ create: { width: 600, height: 400, channels: 4, background: hole } })
      .png()
      .toBuffer();
    expect(await pixel('slide', clear, 1600, 540)).toEqual([0xf6, 0xf1, 0xe7]);
  });

  it.each([
    ['tiny', blue(40, 30)],
    ['broken', Buffer.from('hello')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')],
  ])('gives way to the poster’s forms where it is %s', async (_, own) => {
    const drawn = await drawPng(await layOut('square', { ...content, picture: await own }));
    expect(drawn.equals(await drawPng(await layOut('square', content)))).toBe(true);
  });
});

it.each(['#aa3b3b', '#0a6b5d', '#e0b000', '#000000', '#ffffff', '#777777', '#00ff00', '#FF00FF'])(
  'text on %s can be read, whatever the event',
  async (accent) => {
    const { contrast } = await import('../../colour.ts');
    for (const own of [null, await picture(900, 600)]) {
      for (let number = 0; number < 12; number++) {
        const sheet = await layOut('square', { ...content, key: `event-${number}`, accent, picture: own });
        for (const { colour } of sheet.blocks) expect(contrast(colour, sheet.ground)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);
