import { modulesOf, QUIET } from '../../qr-code.ts';
import { drawShapes } from '../draw-poster.ts';
import { readPicture } from '../fit-picture.ts';
import { posterInks } from '../inks.ts';
import type { Weight } from '../faces.ts';
import { SIZES, type KitContent, type SheetName } from './kit.ts';
import { BLACK, kitPalette, WHITE, type KitPalette } from './palettes.ts';
import { setParagraph, widthOf, type SetParagraph } from '../paragraph.ts';

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
  /** True if its lines end at the box's right edge. */
  fromRight: boolean;
}

export interface Code {
  /** The code without its quiet zone, which is four modules wide. */
  box: Box;
  modules: boolean[][];
  dark: string;
}

/** All in the sheet's own units, with its texts in reading order. */
export interface Sheet {
  name: SheetName;
  width: number;
  height: number;
  ground: string;
  /** Forms of the event's poster as SVG, under everything else, where the ground would be empty. */
  forms: { box: Box; svg: string }[];
  /** The event's own picture, or the forms of its poster. */
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
  /** The lower edge of the texts: a story app has buttons below it; on other sheets, the margin. */
  bottom: number;
  /** The upper edge of the texts: a story app has buttons above it. */
  clear: number;
  club: Sizes;
  mark: number;
  title: Sizes;
  when: Sizes;
  place: Sizes;
  address: Sizes;
  /** The code's side, without its quiet zone, and the least width of one of its modules. */
  code: { side: number; module: number; isWhole: boolean };
  /** The share of the sheet that the picture may take: of its width if it stands beside the text, or else of its height. */
  picture: { least: number; most: number; isBeside: boolean };
}

const PLANS: Record<SheetName, Plan> = {
  poster: {
    margin: 44,
    bottom: 44,
    clear: 0,
    mark: 30,
    club: { largest: 14, smallest: 9 },
    title: { largest: 148, smallest: 22 },
    when: { largest: 25, smallest: 12 },
    place: { largest: 19, smallest: 11 },
    address: { largest: 11, smallest: 7 },
    // 38 mm with modules of half a millimetre, which a phone reads at arm's length.
    code: { side: 108, module: 1.42, isWhole: false },
    picture: { least: 0.36, most: 0.6, isBeside: false },
  },
  square: {
    margin: 60,
    bottom: 60,
    clear: 0,
    mark: 50,
    club: { largest: 26, smallest: 18 },
    title: { largest: 230, smallest: 38 },
    when: { largest: 44, smallest: 24 },
    place: { largest: 34, smallest: 22 },
    address: { largest: 22, smallest: 15 },
    code: { side: 190, module: 4, isWhole: true },
    picture: { least: 0.3, most: 0.52, isBeside: false },
  },
  story: {
    margin: 72,
    bottom: 280,
    clear: 252,
    mark: 64,
    club: { largest: 32, smallest: 22 },
    title: { largest: 270, smallest: 44 },
    when: { largest: 52, smallest: 30 },
    place: { largest: 42, smallest: 27 },
    address: { largest: 27, smallest: 18 },
    code: { side: 230, module: 4, isWhole: true },
    picture: { least: 0.32, most: 0.52, isBeside: false },
  },
  slide: {
    margin: 88,
    bottom: 88,
    clear: 0,
    mark: 64,
    club: { largest: 34, smallest: 22 },
    title: { largest: 260, smallest: 36 },
    when: { largest: 52, smallest: 30 },
    place: { largest: 42, smallest: 28 },
    address: { largest: 27, smallest: 18 },
    code: { side: 280, module: 5, isWhole: true },
    picture: { least: 0.34, most: 0.46, isBeside: true },
  },
};

const LEAST_PIXELS = 240;
/** In characters. The many lines of a longer title stand further apart. */
const LONG_TITLE = 80;

export async function layOut(name: SheetName, content: KitContent): Promise<Sheet> {
  const page = SIZES[name];
  const own = content.picture && (await readOwn(content.picture));
  const plan = own && isPortrait(own) ? withMorePicture(PLANS[name]) : PLANS[name];
  const colours = kitPalette(content.key, content.accent);
  const given = { plan, page, content, colours, own };
  const { picture, panel, inner, column, codeAt } = await arrange(given);
  const drawn = (box: Box) => ({ box, svg: drawShapes(content.key, colours.forms, box) });
  return {
    name,
    ...page,
    ground: colours.ground,
    forms: [panel, footOf(plan, page)].flatMap((box) => box ?? []).map(drawn),
    picture: {
      box: picture,
      content: own ? { bytes: own.bytes, ground: posterInks(content.accent).paper } : drawn(picture),
    },
    ...placeColumn(column, inner, colours, codeAt),
  };
}

/** Fills the part under a story app's buttons, where nothing can be read, so that it does not look unfinished. */
function footOf({ margin, bottom }: Plan, { width, height }: Given['page']): Box | undefined {
  const free = bottom - margin;
  return free > 0 ? { x: 0, y: height - free, width, height: free } : undefined;
}

interface Given {
  plan: Plan;
  page: { width: number; height: number };
  content: KitContent;
  colours: KitPalette;
  own: OwnPicture | null;
}

interface Arrangement {
  picture: Box;
  /** The ground of a picture that is smaller than its place. */
  panel?: Box;
  /** The place of the texts. */
  inner: Box;
  column: Column;
  /** The code's right and lower edge, with its quiet zone; if left out, it stands in the corner of the texts. */
  codeAt?: { right: number; bottom: number };
}

/** The factor by which a picture may be cut to fill its place. */
const CUT = 1.1;
/** Below this share of the title's size in the other arrangement, the picture becomes smaller instead. */
const SMALL_TITLE = 0.6;
/** A picture so much wider than high would be a mere strip in a corner. */
const PANORAMA = 2.2;

/** Prefers a smaller picture to a title without its end. */
async function arrange(given: Given): Promise<Arrangement> {
  const { plan } = given;
  if (plan.picture.isBeside) return arrangeBeside(given);
  let arranged = await arrangeUnder(given);
  for (const share of [0.75, 0.5]) {
    if (arranged.column.title?.isWhole !== false) break;
    const picture = { ...plan.picture, least: share * plan.picture.least };
    arranged = await arrangeUnder({ ...given, plan: { ...plan, picture } });
  }
  return arranged;
}

async function arrangeUnder(given: Given): Promise<Arrangement> {
  const { own } = given;
  const below = await arrangeBelow(given);
  if (below && (!own?.isOpaque || own.aspect > PANORAMA)) return below;
  const inset = await arrangeInset(given);
  const [title, other] = [below?.column.title, inset.column.title];
  if (!below || !title || !other) return below ?? inset;
  return title.isWhole && title.size >= SMALL_TITLE * other.size ? below : inset;
}

/** Puts the texts below a picture as wide as the sheet; undefined if the event's own picture is too narrow. */
async function arrangeBelow(given: Given): Promise<Arrangement | undefined> {
  const { plan, page, own } = given;
  const { margin, bottom, picture } = plan;
  const wanted = own?.isOpaque ? page.width / own.aspect : picture.least * page.height;
  if (own?.isOpaque && wanted > picture.most * page.height * CUT) return undefined;
  const least = Math.min(picture.most * page.height, wanted);
  const width = page.width - 2 * margin;
  const column = await setColumn(given, { width, height: page.height - least - margin - bottom, hasCode: true });
  const left = clamp(page.height - column.height - margin - bottom, least, picture.most * page.height);
  const height = Math.round(own?.isOpaque ? least : left);
  const free = Math.max(0, page.height - column.height - margin - bottom - height);
  // The whole strip would lie under a story app's buttons.
  const lowered = own && own.aspect > PANORAMA ? Math.min(plan.clear, free) : 0;
  const y = Math.max(lowered, plan.clear - margin - height);
  const top = y + height + margin;
  return {
    picture: { x: 0, y, width: page.width, height },
    inner: { x: margin, y: top, width, height: page.height - bottom - top },
    column,
  };
}

/** Puts the texts below an uncut picture, with the code beside it. */
async function arrangeInset(given: Given): Promise<Arrangement> {
  const { plan, page, own } = given;
  const { margin, bottom, picture } = plan;
  const width = page.width - 2 * margin;
  const around = 1.8 * margin;
  const least = picture.least * page.height;
  const column = await setColumn(given, { width, height: page.height - least - around - bottom, hasCode: false });
  const most = clamp(page.height - column.height - around - bottom, least, picture.most * page.height);
  const aspect = own?.aspect ?? 1;
  const widest = width - column.code.side - 2 * column.code.quiet - column.gap;
  const shown = Math.min(widest, most * aspect);
  const box = { x: margin, y: margin, width: Math.round(shown), height: Math.round(shown / aspect) };
  const top = box.height + around;
  return {
    picture: box,
    inner: { x: margin, y: top, width, height: page.height - bottom - top },
    column,
    codeAt: { right: margin + width, bottom: box.y + box.height },
  };
}

/** Puts the texts beside a picture as high as the sheet or, if that would be too wide, an uncut one on a panel. */
async function arrangeBeside(given: Given): Promise<Arrangement> {
  const { plan, page, own } = given;
  const { margin, bottom, picture } = plan;
  const most = picture.most * page.width;
  const wanted = own?.isOpaque ? page.height * own.aspect : most;
  const isWhole = wanted <= most * CUT;
  const side = Math.round(isWhole ? Math.min(wanted, most) : most);
  const x = page.width - side;
  const width = isWhole ? side : side - margin;
  const height = isWhole || !own ? page.height : Math.round(width / own.aspect);
  const room = { width: x - 2 * margin, height: page.height - margin - bottom };
  return {
    picture: { x: x + (side - width) / 2, y: Math.round((page.height - height) / 2), width, height },
    ...(isWhole ? {} : { panel: { x, y: 0, width: side, height: page.height } }),
    inner: { x: margin, y: margin, ...room },
    column: await setColumn(given, { ...room, hasCode: true }),
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

/** More room for the picture: one that is higher than wide would be small above the texts. */
function withMorePicture(plan: Plan): Plan {
  const { picture } = plan;
  return picture.isBeside ? plan : { ...plan, picture: { ...picture, least: picture.least + 0.1 } };
}

async function readOwn(bytes: Uint8Array): Promise<OwnPicture | null> {
  try {
    const { width, height, isOpaque } = await readPicture(bytes);
    // Enlarged, it would show its pixels.
    if (Math.max(width, height) < LEAST_PIXELS) return null;
    return { bytes, aspect: width / height, isOpaque };
  } catch {
    return null;
  }
}

interface Column {
  club: SetParagraph | undefined;
  mark: SetParagraph | undefined;
  title: SetParagraph | undefined;
  /** Stands under the title. */
  presenter: { set: SetParagraph; gap: number } | undefined;
  facts: { set: SetParagraph; gap: number }[];
  address: SetParagraph | undefined;
  code: { modules: boolean[][]; side: number; quiet: number };
  gap: number;
  /** The height of all texts, without the gaps. */
  height: number;
}

/** `hasCode`: the code stands beside the last lines. */
async function setColumn(
  { plan, content, colours }: Given,
  room: { width: number; height: number; hasCode: boolean },
): Promise<Column> {
  const modules = modulesOf(content.address);
  const code = { modules, ...codeSize(plan, modules.length) };
  const tile = code.side + (colours.isPaper ? 0 : 2 * code.quiet);
  const gap = plan.margin * 0.5;
  const beside = room.hasCode ? room.width - tile - gap - (colours.isPaper ? code.quiet : 0) : room.width;
  const fit = (text: string, weight: Weight, sizes: Sizes, space: number, width = room.width) =>
    setParagraph(text, weight, { width, height: space, ...sizes, leading: 1.12 });
  /** Sets a text on one line, unless its letters would be small. */
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
  const name = await fit(content.presenter, 500, plan.place, plan.place.largest * 1.05);
  const by = name && (await fit(`by ${name.text}`, 500, plan.place, plan.place.largest * 1.05));
  const presenter = by && { set: by, gap: plan.place.largest * 0.8 };
  const facts: Column['facts'] = [];
  const found = await Promise.all(content.when.map((line) => fitLine(line, 800, plan.when)));
  // Day and hours have the same size, that of the longer line.
  const largest = Math.min(plan.when.largest, ...found.map((set) => set?.size ?? Infinity));
  for (const [index, line] of content.when.entries()) {
    const set = await fit(line, 800, { ...plan.when, largest }, plan.when.largest * 4, beside);
    if (set) facts.push({ set, gap: index === 0 ? 0 : plan.when.largest * 0.36 });
  }
  const place = await fitLine(content.place, 500, plan.place);
  if (place) facts.push({ set: place, gap: facts.length === 0 ? 0 : plan.place.largest * 0.75 });
  const address = await fit(new URL(content.address).host, 500, plan.address, plan.address.largest * 1.4, beside);

  const foot = Math.max(room.hasCode ? tile : 0, heightOfFacts(facts) + heightOfAddress(address, gap));
  const head = (club ? club.height + gap : 0) + (mark ? heightOfMark(mark) + gap * MARK_GAP : 0);
  const under = presenter ? presenter.gap + presenter.set.height : 0;
  const free = room.height - head - under - gap * 1.8 - foot;
  const leading = content.title.length > LONG_TITLE ? 1 : 0.9;
  const fitTitle = (text: string) =>
    setParagraph(text, 800, { ...plan.title, width: room.width, height: free, leading });
  const own = await fitTitle(content.title);
  const title = own ?? (await fitTitle(content.clubName));
  const height = head + (title?.height ?? 0) + under + gap * 1.8 + foot;
  return { club: own && club, mark, title, presenter, facts, address, code, gap, height };
}

/** A mark such as 'CANCELLED' stands in a box, with this share of its height around it. */
const MARK_PAD = 0.55;
/** Below a mark, and above the address, as shares of the gap between other texts. */
const MARK_GAP = 1.2;
const ADDRESS_GAP = 0.8;

function heightOfMark({ height }: SetParagraph): number {
  return height * (1 + 2 * MARK_PAD);
}

function heightOfFacts(facts: Column['facts']): number {
  return facts.reduce((sum, { gap, set }) => sum + gap + set.height, 0);
}

function heightOfAddress(address: SetParagraph | undefined, gap: number): number {
  return address ? address.height + gap * ADDRESS_GAP : 0;
}

function codeSize({ code }: Plan, modules: number): { side: number; quiet: number } {
  const wide = code.side / modules;
  const module = Math.max(code.module, code.isWhole ? Math.floor(wide) : wide);
  return { side: module * modules, quiet: module * QUIET };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** Puts club and title at the top, and when and where at the bottom beside the code, right-aligned if the title is. */
function placeColumn(
  column: Column,
  inner: Box,
  colours: KitPalette,
  codeAt: Arrangement['codeAt'],
): Pick<Sheet, 'blocks' | 'fills' | 'code'> {
  const { club, mark, title, presenter, facts, address, code, gap } = column;
  const blocks: TextBlock[] = [];
  const fills: Sheet['fills'] = [];
  const fromRight = title?.isRtl === true;
  const add = (set: SetParagraph, y: number, kind: TextBlock['kind'] = 'text', box = inner) =>
    blocks.push({ kind, set, fromRight, colour: colours.text, box: { ...box, y, height: set.height } });
  let y = inner.y;
  if (club) {
    add(club, y);
    y += club.height + gap;
  }
  if (mark) {
    const pad = mark.height * MARK_PAD;
    const width = widthOf(mark) + 2 * pad;
    const x = fromRight ? inner.x + inner.width - width : inner.x;
    const box = { x, y, width, height: heightOfMark(mark) };
    fills.push({ box, colour: colours.text });
    const inside = { x: x + pad, y: y + pad, width: width - 2 * pad, height: mark.height };
    blocks.push({ kind: 'text', set: mark, fromRight, colour: colours.ground, box: inside });
    y += box.height + gap * MARK_GAP;
  }
  if (title) add(title, y, 'title');
  if (presenter) add(presenter.set, y + (title?.height ?? 0) + presenter.gap);
  const bottom = inner.y + inner.height;
  const edge = colours.isPaper ? 0 : code.quiet;
  const atRight = (codeAt?.right ?? inner.x + inner.width) - edge - code.side;
  const box = {
    x: fromRight && !codeAt ? inner.x + edge : atRight,
    y: (codeAt?.bottom ?? bottom) - edge - code.side,
    width: code.side,
    height: code.side,
  };
  const taken = code.side + edge + code.quiet + gap;
  const beside = codeAt ? inner : { ...inner, x: inner.x + (fromRight ? taken : 0), width: inner.width - taken };
  const lowest = bottom - heightOfAddress(address, gap) - heightOfFacts(facts);
  let from = Math.min(codeAt ? Infinity : box.y - edge, lowest);
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
