import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** Makes the HTML for `DrawnHtml`, so that the browser needs no script to draw it. */
export function draw(element: ReactElement): string {
  return renderToStaticMarkup(element);
}
