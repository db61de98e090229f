import { readFileSync } from 'node:fs';
import { Fragment, type ReactNode } from 'react';
import type { EntryContext } from 'react-router';
import { codePath } from '../code-folder.ts';

/** React's types do not know `disabled` on a link. */
const SWITCHED_OFF = { disabled: true };

/**
 * Puts the style sheets of the page's routes into the page itself, so that it paints after one round trip. Each also has
 * two disabled links, one where the router looks for it and one under the name that a part loaded later looks for, so
 * that the browser neither requests the sheet again nor lays the page out anew.
 */
export function InlineStyles({ context, nonce }: { context: EntryContext; nonce: string }): ReactNode {
  const routes = context.staticHandlerContext.matches.map(({ route }) => context.manifest.routes[route.id]);
  return [...new Set(routes.flatMap((route) => route?.css ?? []))].map((href) => (
    <Fragment key={href}>
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: sheetAt(href) }} />
      <link rel="stylesheet" href={href} {...SWITCHED_OFF} />
      <link rel="stylesheet" href={fileOf(href)} {...SWITCHED_OFF} />
    </Fragment>
  ));
}

const sheets = new Map<string, string>();

function sheetAt(href: string): string {
  const known = sheets.get(href) ?? readFileSync(codePath('build/client', fileOf(href)), 'utf8');
  sheets.set(href, known);
  return known;
}

/** The router's names for style sheets end in '#'. */
function fileOf(href: string): string {
  return href.replace(/#$/, '');
}
