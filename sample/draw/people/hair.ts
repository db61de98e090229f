import { darker, lighter, mix, red } from '../ink/palette.ts';
import { times } from '../ink/random.ts';
import { circle, oval, polar, rect, shape, stroke } from '../ink/svg.ts';

export type HairStyle =
  | 'afro'
  | 'bald'
  | 'beanie'
  | 'bob'
  | 'bun'
  | 'crop'
  | 'curls'
  | 'fringe'
  | 'hijab'
  | 'locs'
  | 'long'
  | 'ponytail'
  | 'puffs'
  | 'quiff'
  | 'side'
  | 'turban';

/** Hair in head units: the face is 76 wide and 100 high around (0, 0). `behind` lies under the face, `before` over it. */
type Hair = { readonly behind: string; readonly before: string };

const blobs = (
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  count: number,
  size: number,
  colour: string,
  from = 0,
  to = 360,
): string =>
  times(count, (index) => {
    const [x, y] = polar(0, 0, 1, from + ((to - from) * index) / count);
    return circle(cx + x * rx, cy + y * ry, size + (index % 3) * 2, colour);
  }).join('');

const cap = (colour: string): string =>
  shape('M-41 4C-49 -70 49 -70 41 4C38 -14 34 -24 24 -29C8 -34 -12 -33 -25 -28C-34 -23 -38 -12 -40 2Z', colour);

const covered = (cloth: string): Hair => ({
  behind: shape('M-52 20C-66 -72 66 -72 52 20C56 60 74 82 78 112L-78 112C-74 82 -56 60 -52 20Z', cloth),
  before:
    shape(
      'M-52 14C-58 -74 58 -74 52 14C54 54 36 74 0 78C-36 74 -54 54 -52 14ZM-33 -4C-35 34 -18 48 0 49C18 48 35 34 33 -4C32 -36 -32 -36 -33 -4Z',
      cloth,
    ) + stroke('M-46 34C-30 66 20 76 50 66M-40 52C-20 74 6 84 40 82', darker(cloth, 0.25), 3),
});

const wrapped = (cloth: string): Hair => ({
  behind: '',
  before:
    shape('M-43 -8C-56 -78 -10 -86 6 -82C50 -80 52 -36 43 -8C36 -22 18 -30 -2 -35C-20 -30 -36 -22 -43 -8Z', cloth) +
    stroke(
      'M-42 -22C-24 -52 8 -58 34 -72M-40 -40C-22 -62 0 -70 18 -79M44 -22C34 -44 12 -52 -4 -56',
      darker(cloth, 0.25),
      3,
    ) +
    shape('M-2 -42C-8 -50 -4 -60 4 -62C8 -54 6 -48 -2 -42Z', lighter(cloth, 0.4)),
});

const knitted = (hair: string): Hair => ({
  behind: '',
  before:
    shape('M-41 4L-41 -20L41 -20L41 4C38 -10 36 -14 33 -16L-33 -16C-36 -14 -38 -10 -41 4Z', hair) +
    shape('M-42 -18C-50 -84 50 -84 42 -18Z', red) +
    rect(-46, -34, 92, 22, mix(red, '#14171f', 0.25), 8) +
    stroke('M-30 -30L-30 -16M-10 -30L-10 -16M10 -30L10 -16M30 -30L30 -16', red, 2.5),
});

/** Draws a hair style; head coverings take the hair colour as their cloth. */
export const hairOf = (style: HairStyle, colour: string): Hair => {
  const shine = lighter(colour, 0.16);
  switch (style) {
    case 'bald':
      return { behind: '', before: '' };
    case 'hijab':
      return covered(colour);
    case 'turban':
      return wrapped(colour);
    case 'beanie':
      return knitted(colour);
    case 'crop':
      return {
        behind: '',
        before: shape(
          'M-40 -4C-46 -69 46 -69 40 -4C38 -16 36 -24 30 -30C18 -37 -18 -37 -30 -30C-36 -24 -38 -16 -39 -4Z',
          colour,
        ),
      };
    case 'side':
      return {
        behind: '',
        before:
          shape(
            'M-40 2C-50 -58 -28 -68 6 -66C46 -66 48 -28 40 2C38 -12 36 -18 30 -24C12 -20 -8 -24 -20 -34C-26 -26 -36 -18 -40 2Z',
            colour,
          ) + stroke('M-20 -36C-6 -28 10 -26 28 -28', shine, 2.5),
      };
    case 'quiff':
      return {
        behind: '',
        before:
          shape(
            'M-40 0C-46 -34 -44 -50 -28 -58C-16 -78 34 -84 48 -56C50 -38 44 -22 40 0C38 -14 36 -22 31 -28C12 -26 -14 -30 -27 -38C-34 -26 -38 -12 -40 0Z',
            colour,
          ) + stroke('M-18 -48C-2 -62 24 -64 38 -52M-8 -40C8 -50 26 -50 38 -42', shine, 2.5),
      };
    case 'bob':
      return {
        behind: shape('M-50 44C-64 -76 64 -76 50 44C38 56 -38 56 -50 44Z', colour),
        before:
          shape(
            'M-48 40C-62 -86 62 -88 48 40L37 34C38 6 36 -18 26 -34C8 -22 -18 -18 -33 -16C-36 0 -38 14 -37 34Z',
            colour,
          ) + stroke('M20 -42C4 -30 -14 -26 -32 -24', shine, 2.5),
      };
    case 'fringe':
      return {
        behind: shape('M-48 84C-60 -78 60 -78 48 84C36 92 28 84 26 60L-26 60C-28 84 -36 92 -48 84Z', colour),
        before:
          shape('M-47 70C-58 -96 58 -96 47 70L36 70L37 -14C20 -18 -20 -18 -37 -14L-36 70Z', colour) +
          stroke('M-22 -44C-24 -34 -24 -26 -22 -20M0 -48L0 -21M22 -44C24 -34 24 -26 22 -20', shine, 2.5),
      };
    case 'long':
      return {
        behind: shape('M-48 118C-66 10 -62 -68 0 -68C62 -68 66 10 48 118C34 126 -34 126 -48 118Z', colour),
        before:
          shape(
            'M-52 96C-62 -104 62 -104 52 96C46 104 38 98 37 84C42 10 30 -26 2 -48C-28 -26 -42 10 -37 84C-38 98 -46 104 -52 96Z',
            colour,
          ) + stroke('M-6 -50C-34 -34 -45 -6 -45 50M10 -50C34 -36 45 -6 45 50', shine, 2.5),
      };
    case 'ponytail':
      return {
        behind:
          shape('M10 -58C70 -84 92 -10 66 52C60 66 50 62 52 50C60 10 54 -24 20 -30Z', colour) + circle(38, -48, 9, red),
        before: cap(colour) + stroke('M-24 -34C-8 -46 14 -50 30 -44', shine, 2.5),
      };
    case 'bun':
      return {
        behind: circle(0, -68, 24, colour),
        before: cap(colour) + stroke('M-20 -36C-8 -46 8 -46 20 -36M-12 -78C-4 -84 6 -84 12 -78', shine, 2.5),
      };
    case 'puffs':
      return {
        behind:
          blobs(-44, -48, 15, 15, 9, 13, colour) +
          blobs(44, -48, 15, 15, 9, 13, colour) +
          circle(-44, -48, 18, colour) +
          circle(44, -48, 18, colour),
        before:
          cap(colour) +
          stroke('M0 -52L0 -33', shine, 2.5) +
          circle(-31, -36, 5, '#e0a52f') +
          circle(31, -36, 5, '#e0a52f'),
      };
    case 'afro':
      return {
        behind: oval(0, -24, 60, 56, colour) + blobs(0, -22, 56, 52, 18, 14, colour, 140, 400),
        before: blobs(0, -20, 36, 26, 9, 12, colour, 182, 378),
      };
    case 'curls':
      return {
        behind: blobs(0, -16, 44, 40, 14, 14, colour, 150, 390),
        before:
          blobs(0, -22, 36, 24, 9, 13, colour, 178, 382) +
          blobs(-2, -40, 22, 12, 6, 12, colour) +
          stroke('M-22 -46a9 9 0 0 1 16 -4M6 -52a9 9 0 0 1 16 4', shine, 2.5),
      };
    case 'locs':
      return {
        behind:
          shape('M-50 56C-68 -82 68 -82 50 56Z', colour) +
          times(9, (i) =>
            stroke(
              `M${-40 + i * 10} 0L${-48 + i * 12} ${70 + ((i * 5) % 3) * 9}`,
              i % 2 ? colour : lighter(colour, 0.1),
              13,
            ),
          ).join(''),
        before:
          shape(
            'M-47 60C-64 -86 64 -86 47 60C44 68 36 66 35 56C42 4 34 -24 6 -40C-16 -30 -44 -4 -35 56C-36 66 -44 68 -47 60Z',
            colour,
          ) +
          stroke(
            'M-8 -47C-34 -34 -41 0 -41 54M-20 -43C-40 -30 -46 6 -45 40M12 -47C34 -34 41 0 41 54M22 -43C40 -30 46 6 45 40',
            lighter(colour, 0.14),
            2.6,
          ),
      };
  }
};

/** The same style seen from behind, drawn over head and neck. */
export const hairBehind = (style: HairStyle, colour: string): string => {
  const shade = darker(colour, 0.25);
  const crown = shape('M-41 10C-48 -66 48 -66 41 10C38 34 20 40 0 40C-20 40 -38 34 -41 10Z', colour);
  switch (style) {
    case 'bald':
      return '';
    case 'hijab':
      return (
        shape('M-52 10C-58 -74 58 -74 52 10C56 56 76 84 80 124C30 140 -30 140 -80 124C-76 84 -56 56 -52 10Z', colour) +
        stroke('M-30 40C-34 70 -44 90 -50 116M24 44C30 74 38 92 46 118', shade, 3.5)
      );
    case 'turban':
      return (
        shape('M-46 6C-60 -76 -10 -84 4 -82C56 -80 58 -30 46 6C24 22 -24 22 -46 6Z', colour) +
        stroke('M-46 -10C-20 -40 24 -50 44 -40M-44 -34C-20 -60 10 -68 32 -66M-38 8C-10 -16 26 -22 48 -14', shade, 3.5)
      );
    case 'beanie':
      return crown + shape('M-44 -8C-52 -86 52 -86 44 -8Z', red) + rect(-47, -22, 94, 22, darker(red, 0.25), 8);
    case 'crop':
      return shape('M-40 0C-46 -62 46 -62 40 0C36 26 22 32 0 32C-22 32 -36 26 -40 0Z', colour);
    case 'long':
    case 'fringe':
      return (
        shape('M-48 112C-64 10 -60 -66 0 -66C60 -66 64 10 48 112C20 124 -20 124 -48 112Z', colour) +
        stroke('M-16 0C-20 40 -20 80 -16 110M18 0C22 40 22 80 18 110', lighter(colour, 0.12), 3)
      );
    case 'bob':
      return (
        shape('M-50 46C-64 -74 64 -74 50 46C34 58 -34 58 -50 46Z', colour) +
        stroke('M0 -30C-4 0 -4 30 0 50', lighter(colour, 0.14), 3)
      );
    case 'ponytail':
      return (
        crown + shape('M-12 -38C-26 10 -24 60 -4 92C20 70 24 10 12 -38Z', darker(colour, 0.2)) + circle(0, -36, 11, red)
      );
    case 'bun':
      return (
        crown +
        circle(0, -44, 26, darker(colour, 0.12)) +
        stroke('M-14 -48C-4 -60 12 -58 16 -46', lighter(colour, 0.2), 3)
      );
    case 'locs':
      return (
        crown +
        times(8, (i) =>
          stroke(
            `M${-32 + i * 9} -30C${-44 + i * 12.5} 10 ${-44 + i * 12.5} 50 ${-46 + i * 13} ${78 + (i % 3) * 9}`,
            i % 2 ? colour : lighter(colour, 0.12),
            12,
          ),
        ).join('')
      );
    default: {
      const { behind, before } = hairOf(style, colour);
      return (
        behind + crown + (style === 'curls' || style === 'afro' ? before + blobs(0, 4, 34, 26, 10, 13, colour) : before)
      );
    }
  }
};
