import { escapeHtml } from '../app/html/escape.ts';
import type { Visit } from './machine/slow-phone.ts';

const ROW = 18;
const LEFT = 210;
const WIDTH = 900;

/** A bar for each file, from when it is asked for until it is there, and a line for each paint. */
export function waterfallOf({ files, firstPaint, largest }: Visit): string {
  const end = Math.max(largest, ...files.map(({ arrived }) => arrived));
  const x = (time: number) => Math.round(LEFT + (time / end) * (WIDTH - LEFT - 60));
  const height = (files.length + 2) * ROW;
  const bars = files.map(({ name, asked, arrived, bytes }, place) => {
    const y = (place + 1) * ROW;
    const label = name === files[0]?.name ? name : name.split('/').at(-1);
    return [
      `<text x="${LEFT - 8}" y="${y + 12}" text-anchor="end">${escapeHtml(shortened(label ?? ''))}</text>`,
      `<rect x="${x(asked)}" y="${y + 3}" width="${Math.max(2, x(arrived) - x(asked))}" height="11" rx="2"/>`,
      `<text x="${x(arrived) + 4}" y="${y + 12}">${Math.round(bytes / 100) / 10} KB</text>`,
    ].join('');
  });
  const paints = Object.entries({ 'first paint': firstPaint, largest }).map(
    ([what, time], place) =>
      `<path d="M${x(time)} ${ROW}V${height - ROW}"/><text x="${x(time) + 4}" y="${place === 0 ? 12 : height - 5}">${what} ${Math.round(time)} ms</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">
<style>svg{background:#fff}rect{fill:#7a8aa6}path{stroke:#aa3b3b;stroke-width:1.5}text{fill:#15171c}</style>
${[...bars, ...paints].join('\n')}
</svg>
`;
}

function shortened(name: string): string {
  return name.length > 32 ? `${name.slice(0, 14)}…${name.slice(-17)}` : name;
}
