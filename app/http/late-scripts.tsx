import { Fragment, isValidElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';
import { ALIVE } from '../ui/page-scripts.tsx';

interface Written {
  preloads: string[];
  module: string;
  others: ReactNode[];
}

/**
 * Begun after the first paint, so that styles, fonts and pictures come first; the load event waits for them. First of all
 * comes the whole of the style sheet of which the page brought a part.
 */
export function LateScripts({ nonce, isPublic }: { nonce: string; isPublic: boolean }): ReactNode {
  // Called, not rendered: its elements are what is wanted.
  const { preloads, module, others } = sort(Scripts({ nonce }), { preloads: [], module: '', others: [] });
  const named = isPublic ? publicRoutesIn : (text: string) => text;
  return (
    <>
      {others.map((one, at) => (
        <Fragment key={at}>{one}</Fragment>
      ))}
      <script
        type="text/late"
        nonce={nonce}
        data-preload={named(preloads.join(' '))}
        dangerouslySetInnerHTML={{ __html: named(module) }}
      />
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: STARTER }} />
    </>
  );
}

/** The list of all routes without the admin area's, as scripts/build.mjs writes it: nothing of a public page leads there. */
function publicRoutesIn(text: string): string {
  return text.replaceAll(/\/assets\/manifest-(\w+)\.js/g, '/assets/manifest-$1-public.js');
}

interface ElementProps {
  children?: ReactNode;
  rel?: string;
  href?: string;
  type?: string;
  dangerouslySetInnerHTML?: { __html: string };
}

function sort(node: ReactNode, written: Written): Written {
  if (Array.isArray(node)) for (const one of node) sort(one, written);
  if (!isValidElement<ElementProps>(node)) return written;
  const { children, rel, href, type, dangerouslySetInnerHTML } = node.props;
  if (node.type === Fragment) sort(children, written);
  else if (rel === 'modulepreload' && href !== undefined) written.preloads.push(href);
  else if (type === 'module') written.module = dangerouslySetInnerHTML?.__html ?? '';
  else written.others.push(node);
  return written;
}

/** Runs in the page, in turns with the visitor; an open frame keeps it loading. If nobody is looking, nothing is painted. */
function beginAfterPaint(alive: string, fonts: string[]): void {
  const hold = document.createElement('span');
  const frame = document.createElement('iframe');
  hold.hidden = true;
  hold.attachShadow({ mode: 'closed' }).append(frame);
  document.body.append(hold);
  frame.contentDocument?.open();
  // A timer would wait for a second where nobody is looking.
  const inTurn = (work: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', work, { once: true });
    port1.start();
    port2.postMessage(null);
  };
  const turn = () => new Promise<void>(inTurn);
  const release = () =>
    inTurn(() => {
      frame.contentDocument?.close();
      inTurn(() => hold.remove());
    });
  const begin = async () => {
    noteFonts();
    for (const part of document.querySelectorAll<HTMLStyleElement>('style[data-of]')) {
      const whole = document.querySelector<HTMLLinkElement>(`link[href="${part.dataset.of}"]`);
      if (!whole) continue;
      // Both change places at once, or the page would be laid out twice.
      Object.assign(whole, { media: 'print', fetchPriority: 'high' });
      whole.addEventListener('load', () => [part.remove(), whole.removeAttribute('media')], { once: true });
      whole.disabled = false;
    }
    const late = document.querySelector<HTMLScriptElement>('script[type="text/late"]');
    for (const href of late?.dataset.preload?.split(' ').filter(Boolean) ?? []) {
      await turn();
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    await turn();
    const script = document.createElement('script');
    script.type = 'module';
    script.text = late?.textContent ?? '';
    script.addEventListener('error', release);
    late?.replaceWith(script);
  };
  // What is drawn in each font, and the same in none of them, from the first frame on.
  const drawn = ['', ...fonts].map((font) => {
    const words = document.createElement('span');
    words.textContent = 'Words of some width';
    Object.assign(words.style, { position: 'absolute', visibility: 'hidden', font: `16px ${font}monospace` });
    document.body.append(words);
    return words;
  });
  // Else fonts that came after it would be used all the same as soon as other styles come.
  const noteFonts = () => {
    const [without, ...widths] = drawn.map(({ offsetWidth }) => offsetWidth);
    if (widths.some((width) => width === without)) document.documentElement.dataset.fonts = 'late';
    for (const words of drawn) words.remove();
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
  const longest = document.hidden ? Promise.resolve() : new Promise((done) => setTimeout(done, 2000));
  Promise.race([shown, longest]).then(begin, begin);
}

/** Of running text and of headings (app/ui/fonts/faces.css), as CSS writes them before others. */
const FONTS = ['Atkinson,', 'Bricolage,'];

/** beginAfterPaint reads nothing but what it is given. */
const STARTER = `(${beginAfterPaint.toString()})('${ALIVE}', ${JSON.stringify(FONTS)})`.replaceAll(/\n\s*/g, '\n');
