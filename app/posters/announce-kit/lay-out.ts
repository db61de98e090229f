import encodeQR from 'qr';
import { drawForms } from '../draw-poster.ts';
import { readPicture } from '../fit-picture.ts';
import { inkContrast, posterInks, readableOn } from '../inks.ts';
import type { Weight } from '../lettering.ts';
import { SIZES, type KitContent, type SheetName } from './kit.ts';
import { setParagraph, type SetParagraph } from './paragraph.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TextBlock {
  kind: 'title' | 'text';
  set: SetParagraph;
  box: Box;
  colour: string;
}

export interface Code {
  /** Without its quiet zone, which is four modules wide. */
  box: Box;
  modules: boolean[][];
  dark: string;
}

/** All in the sheet's own units, its text in the order it is read. */
export interface Sheet {
  name: SheetName;
  width: number;
  height: number;
  ground: string;
  /** Whose it is: the event's own picture, or the forms of its poster as SVG. */
  picture: { box: Box; content: { bytes: Uint8Array; ground: string } | { svg: string } };
  blocks: TextBlock[];
  fills: { box: Box; colour: string }[];
  code: Code;
}

interface Sizes {
  largest: number;
  smallest: number;
}

interface Plan {
  margin: number;
  /** Below which a story's own buttons lie; the margin elsewhere. */
  bottom: number;
  club: Sizes;
  mark: number;
  title: Sizes;
  when: Sizes;
  place: Sizes;
  address: Sizes;
  /** The code's side, without its quiet zone, and the least that one of its modules is wide. */
  code: { side: number; module: number; isWhole: boolean };
  /** How much of the sheet the picture may take: of its height, or of its width where it stands beside the text. */
  picture: { least: number; most: number; isBeside: boolean };
}

const PLANS: Record<SheetName, Plan> = {
  poster: {
    ...{ margin: 44, bottom: 44, mark: 30 },
    club: { largest: 14, smallest: 9 },
    title: { largest: 148, smallest: 22 },
    when: { largest: 25, smallest: 12 },
    place: { largest: 19, smallest: 11 },
    address: { largest: 11, smallest: 7 },
    // 38 mm, and half a millimetre each: what a phone reads at arm's length.
    code: { side: 108, module: 1.42, isWhole: false },
    picture: { least: 0.36, most: 0.6, isBeside: false },
  },
  square: {
    ...{ margin: 60, bottom: 60, mark: 50 },
    club: { largest: 26, smallest: 18 },
    title: { largest: 230, smallest: 38 },
    when: { largest: 44, smallest: 24 },
    place: { largest: 34, smallest: 22 },
    address: { largest: 22, smallest: 15 },
    code: { side: 190, module: 4, isWhole: true },
    picture: { least: 0.3, most: 0.5, isBeside: false },
  },
  story: {
    ...{ margin: 72, bottom: 280, mark: 64 },
    club: { largest: 32, smallest: 22 },
    title: { largest: 270, smallest: 44 },
    when: { largest: 52, smallest: 30 },
    place: { largest: 42, smallest: 27 },
    address: { largest: 27, smallest: 18 },
    code: { side: 230, module: 4, isWhole: true },
    picture: { least: 0.32, most: 0.52, isBeside: false },
  },
  slide: {
    ...{ margin: 88, bottom: 88, mark: 64 },
    club: { largest: 34, smallest: 22 },
    title: { largest: 260, smallest: 44 },
    when: { largest: 52, smallest: 30 },
    place: { largest: 42, smallest: 28 },
    address: { largest: 27, smallest: 18 },
    code: { side: 280, module: 5, isWhole: true },
    picture: { least: 0.34, most: 0.46, isBeside: true },
  },
};

/** Modules, as readers of codes expect it. */
const QUIET = 4;
const LEAST_PIXELS = 240;
/** Its many lines stand further apart. */
const LONG_TITLE = 80;
const WHITE = '#ffffff';
const BLACK = '#000000';

export async function layOut(name: SheetName, content: KitContent): Promise<Sheet> {
  const page = SIZES[name];
  const own = content.picture && (await readOwn(content.picture));
  const plan = own && isPortrait(own) ? withMorePicture(PLANS[name]) : PLANS[name];
  const least = plan.picture.least * (plan.picture.isBeside ? page.width : page.height);
  const forms = drawForms(content, 100, 100);
  const colours = own ? ownColours(content.accent) : bandColours(forms.band, forms.bandText);
  const width = plan.picture.isBeside ? page.width * (1 - plan.picture.most) : page.width;
  const column = await setColumn(plan, content, colours, {
    width: width - 2 * plan.margin,
    height: (plan.picture.isBeside ? page.height : page.height - least) - plan.margin - plan.bottom,
  });
  const picture = placePicture(plan, page, column, own);
  const panel: Box = plan.picture.isBeside
    ? { x: 0, y: 0, width: page.width - picture.width, height: page.height }
    : { x: 0, y: picture.height, width: page.width, height: page.height - picture.height };
  const inner: Box = {
    x: plan.margin,
    y: panel.y + plan.margin,
    width: panel.width - 2 * plan.margin,
    height: panel.height - plan.margin - plan.bottom,
  };
  return {
    ...{ name, ...page, ground: colours.ground },
    picture: {
      box: picture,
      content: own
        ? { bytes: own.bytes, ground: posterInks(content.accent).paper }
        : { svg: drawForms(content, picture.width, picture.height).svg },
    },
    ...placeColumn(column, inner, colours),
  };
}

interface OwnPicture {
  bytes: Uint8Array;
  aspect: number;
  isOpaque: boolean;
}

function isPortrait({ aspect, isOpaque }: OwnPicture): boolean {
  return isOpaque && aspect < 0.85;
}

/** Above the text what is higher than wide would be small. */
function withMorePicture(plan: Plan): Plan {
  const { picture } = plan;
  return picture.isBeside ? plan : { ...plan, picture: { ...picture, least: picture.least + 0.1 } };
}

async function readOwn(bytes: Uint8Array): Promise<OwnPicture | null> {
  try {
    const { width, height, isOpaque } = await readPicture(bytes);
    // Enlarged, it would be squares.
    if (Math.max(width, height) < LEAST_PIXELS) return null;
    return { bytes, aspect: width / height, isOpaque };
  } catch {
    return null;
  }
}

interface Colours {
  ground: string;
  text: string;
  isPaper: boolean;
}

function ownColours(accent: string): Colours {
  const inks = posterInks(accent);
  return bandColours(inks.accent, readableOn(inks.accent, inks));
}

/** Small letters need more contrast than the title's: on a middling ground they are black or white. */
function bandColours(ground: string, text: string): Colours {
  const best = inkContrast(ground, WHITE) > inkContrast(ground, BLACK) ? WHITE : BLACK;
  const isPaper = inkContrast(ground, BLACK) > 15;
  return { ground, isPaper, text: inkContrast(ground, text) >= 4.5 ? text : best };
}

interface Column {
  club: SetParagraph | undefined;
  mark: SetParagraph | undefined;
  title: SetParagraph | undefined;
  facts: { set: SetParagraph; gap: number }[];
  address: SetParagraph | undefined;
  code: { modules: boolean[][]; side: number; quiet: number };
  gap: number;
  /** Of all that is set, without what is left between. */
  height: number;
}

async function setColumn(
  plan: Plan,
  content: KitContent,
  colours: Colours,
  room: { width: number; height: number },
): Promise<Column> {
  const modules = modulesOf(content.address);
  const code = { modules, ...codeSize(plan, modules.length) };
  const tile = code.side + (colours.isPaper ? 0 : 2 * code.quiet);
  const gap = plan.margin * 0.5;
  const beside = room.width - tile - gap - (colours.isPaper ? code.quiet : 0);
  const fit = (text: string, weight: Weight, sizes: Sizes, space: number, width = room.width) =>
    setParagraph(text, weight, { width, height: space, ...sizes, leading: 1.12 });
  /** On one line, unless its letters were small there. */
  const fitLine = async (text: string, weight: Weight, sizes: Sizes) => {
    const alone = await fit(text, weight, sizes, sizes.largest * 1.05, beside);
    return alone?.isWhole && alone.size > 0.66 * sizes.largest
      ? alone
      : fit(text, weight, sizes, sizes.largest * 4, beside);
  };
  const club = await fit(content.clubName, 800, plan.club, plan.club.largest * 2.6);
  const mark = content.mark
    ? await fit(content.mark, 800, { largest: plan.mark, smallest: plan.mark }, 999)
    : undefined;
  const facts: Column['facts'] = [];
  for (const [index, line] of content.when.entries()) {
    const set = await fitLine(line, 800, plan.when);
    if (set) facts.push({ set, gap: index === 0 ? 0 : plan.when.largest * 0.36 });
  }
  const place = await fitLine(content.place, 500, plan.place);
  if (place) facts.push({ set: place, gap: facts.length === 0 ? 0 : plan.place.largest * 0.75 });
  const address = await fit(new URL(content.address).host, 500, plan.address, plan.address.largest * 1.4, beside);

  const said = facts.reduce((sum, fact) => sum + fact.gap + fact.set.height, 0);
  const foot = Math.max(tile, said + (address ? address.height + gap * 0.8 : 0));
  const head = (club ? club.height + gap : 0) + (mark ? mark.height * 2.1 + gap * 1.2 : 0);
  const free = room.height - head - gap * 1.8 - foot;
  const leading = content.title.length > LONG_TITLE ? 1 : 0.9;
  const fitTitle = (text: string) =>
    setParagraph(text, 800, { ...plan.title, width: room.width, height: free, leading });
  const own = await fitTitle(content.title);
  const title = own ?? (await fitTitle(content.clubName));
  const height = head + (title?.height ?? 0) + gap * 1.8 + foot;
  return { club: own && club, mark, title, facts, address, code, gap, height };
}

/** Without the border, which the library draws one wide at least. */
function modulesOf(text: string): boolean[][] {
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

function codeSize({ code }: Plan, modules: number): { side: number; quiet: number } {
  const wide = code.side / modules;
  const module = Math.max(code.module, code.isWhole ? Math.floor(wide) : wide);
  return { side: module * modules, quiet: module * QUIET };
}

/** As its own form wants where that leaves room for the text, else as large as may be. */
function placePicture(
  { picture, margin, bottom }: Plan,
  page: { width: number; height: number },
  column: Column,
  own: OwnPicture | null,
): Box {
  if (picture.isBeside) {
    const wanted = own?.isOpaque ? page.height * own.aspect : page.width * picture.most;
    const width = Math.round(clamp(wanted, page.width * picture.least, page.width * picture.most));
    return { x: page.width - width, y: 0, width, height: page.height };
  }
  const left = page.height - column.height - margin - bottom;
  const most = clamp(left, page.height * picture.least, page.height * picture.most);
  const wanted = own?.isOpaque ? page.width / own.aspect : most;
  return { x: 0, y: 0, width: page.width, height: Math.round(clamp(wanted, page.height * picture.least, most)) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Club and title hang from the top, when and where stand at the bottom, beside the code. */
function placeColumn(column: Column, inner: Box, colours: Colours): Pick<Sheet, 'blocks' | 'fills' | 'code'> {
  const { club, mark, title, facts, address, code, gap } = column;
  const blocks: TextBlock[] = [];
  const fills: Sheet['fills'] = [];
  const add = (set: SetParagraph, y: number, kind: TextBlock['kind'] = 'text', box = inner) =>
    blocks.push({ kind, set, colour: colours.text, box: { ...box, y, height: set.height } });
  let y = inner.y;
  if (club) {
    add(club, y);
    y += club.height + gap;
  }
  if (mark) {
    const pad = mark.height * 0.55;
    const width = widthOf(mark) + 2 * pad;
    const box = { x: inner.x, y, width, height: mark.height + 2 * pad };
    fills.push({ box, colour: colours.text });
    const inside = { ...box, x: box.x + pad, y: y + pad, width: width - 2 * pad, height: mark.height };
    blocks.push({ kind: 'text', set: mark, colour: colours.ground, box: inside });
    y += box.height + gap * 1.2;
  }
  if (title) add(title, y, 'title');
  const bottom = inner.y + inner.height;
  const edge = colours.isPaper ? 0 : code.quiet;
  const box = {
    x: inner.x + inner.width - edge - code.side,
    y: bottom - edge - code.side,
    ...{ width: code.side, height: code.side },
  };
  const beside = { ...inner, width: box.x - code.quiet - gap - inner.x };
  let from = box.y - edge;
  const said = facts.reduce((sum, fact) => sum + fact.gap + fact.set.height, 0);
  const below = address ? address.height + gap * 0.8 : 0;
  from = Math.min(from, bottom - below - said);
  for (const fact of facts) {
    from += fact.gap;
    add(fact.set, from, 'text', beside);
    from += fact.set.height;
  }
  if (address) add(address, bottom - address.height, 'text', beside);
  const { quiet } = code;
  const tile = { x: box.x - quiet, y: box.y - quiet, width: code.side + 2 * quiet, height: code.side + 2 * quiet };
  fills.push({ box: tile, colour: colours.isPaper ? colours.ground : WHITE });
  return { blocks, fills, code: { box, modules: code.modules, dark: BLACK } };
}

function widthOf({ lines, size }: SetParagraph): number {
  return Math.max(...lines.map(({ width }) => width)) * size;
}
