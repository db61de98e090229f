import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** For `Drawn`: HTML that no script of the page knows how to make. */
export function draw(element: ReactElement): string {
  return renderToStaticMarkup(element);
}
