import encodeQR from 'qr';

/** The width in modules of the quiet zone around a code, as scanners expect it. */
export const QUIET = 4;

/** Removes the border, which the library always draws. */
export function modulesOf(text: string): boolean[][] {
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}

/** Black on white with its quiet zone; it has no size of its own. */
export function codeSvg(text: string): string {
  const modules = modulesOf(text);
  const side = modules.length + 2 * QUIET;
  const path = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path.join('')}"/></svg>`;
}
