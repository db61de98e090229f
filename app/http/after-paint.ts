import { ALIVE } from '../ui/alive.ts';

const PRELOAD = /<link rel="modulepreload" href="([\w./-]+)"\/>/g;
const END = '</body>';

/**
 * A whole page whose scripts are asked for once it has been painted with its first pictures: it is
 * read without them, and on a slow line its styles, fonts and pictures would otherwise share the way with them. Until
 * they have taken it over the page counts as loading, so that whoever waits for its load event finds it alive.
 */
export function scriptsAfterPaint(html: string): string {
  const preloads: string[] = [];
  const without = html.replaceAll(PRELOAD, (_, href: string) => {
    preloads.push(href);
    return '';
  });
  const late = without.replace(
    '<script type="module" async="">',
    () => `<script type="text/late" data-preload="${preloads.join(' ')}">`,
  );
  // The one that ends the page, not one that a text mentions.
  const end = late.lastIndexOf(END);
  return end < 0 ? late : `${late.slice(0, end)}<script>${STARTER}</script>${late.slice(end)}`;
}

/**
 * Runs in the page. A frame that stays open, where nothing else finds it, keeps the page loading: until its scripts say
 * that they are there, cannot be had, or take too long. Where nobody looks nothing is painted, so they begin at once.
 */
function beginAfterPaint(alive: string): void {
  const hold = document.createElement('span');
  const frame = document.createElement('iframe');
  hold.hidden = true;
  hold.attachShadow({ mode: 'closed' }).append(frame);
  document.body.append(hold);
  frame.contentDocument?.open();
  const release = () => {
    frame.contentDocument?.close();
    hold.remove();
  };
  const begin = () => {
    const late = document.querySelector<HTMLScriptElement>('script[type="text/late"]');
    for (const href of late?.dataset.preload?.split(' ').filter(Boolean) ?? []) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    const script = document.createElement('script');
    script.type = 'module';
    script.text = late?.textContent ?? '';
    script.addEventListener('error', release);
    late?.replaceWith(script);
  };
  const painting = () => new Promise((done) => requestAnimationFrame(done));
  const pictures = () => {
    const first = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]');
    return Promise.allSettled(Array.from(first, (image) => image.decode()));
  };
  const paint = new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }));
  const shown = paint.then(pictures).then(painting).then(painting);
  document.addEventListener(alive, release);
  setTimeout(release, 8000);
  if (document.hidden) begin();
  else Promise.race([shown, new Promise((done) => setTimeout(done, 2000))]).then(begin, begin);
}

/** The script that is added to the page; beginAfterPaint reads nothing but what it is given. */
export const STARTER = `(${beginAfterPaint.toString()})('${ALIVE}')`.replaceAll(/\n\s*/g, '\n');
