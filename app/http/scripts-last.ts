/**
 * Runs in the page. Its scripts begin once it has been painted with its first pictures, soon in any case,
 * at once where nobody sees it. A form sent before they run waits for them, so that nothing typed is lost.
 */
const STARTER = `{
  const start = () => {
    for (const link of document.querySelectorAll('link[rel=late]')) link.rel = 'modulepreload';
    for (const late of document.querySelectorAll('script[type=late]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.textContent = late.textContent;
      late.replaceWith(script);
    }
  };
  const come = (image) => image.decode().catch(() => {});
  const after = (time) => new Promise((done) => setTimeout(done, time));
  const pictures = () => Promise.all([...document.querySelectorAll('img[fetchpriority=high]')].map(come));
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const paint = new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }));
  if (document.hidden) start();
  else Promise.race([paint.then(pictures).then(frame), after(2500)]).then(start);
  const isAlive = (form) => Object.keys(form).some((key) => key.startsWith('__react'));
  addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (isAlive(target) || target.hasAttribute('action')) return;
    event.preventDefault();
    const again = () => isAlive(target) ? target.requestSubmit(submitter) : after(50).then(again);
    again();
  }, true);
  document.currentScript.remove();
}`.replaceAll(/\n\s*/g, '');

/**
 * A page whose scripts are asked for when it has been painted: a page is read without them, and on a slow network its
 * styles, fonts and first pictures would otherwise share the line with them.
 */
export function scriptsLast(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload" ', '<link rel="late" ')
    .replaceAll('<script type="module" async="">', '<script type="late">')
    .replace(/<\/body>(?![\s\S]*<\/body>)/, () => `<script>${STARTER}</script></body>`);
}
