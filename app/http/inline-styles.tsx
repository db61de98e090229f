import { readFileSync } from 'node:fs';
import { Fragment, type ReactNode } from 'react';
import type { EntryContext } from 'react-router';
import { codePath } from '../code-folder.ts';

/** React's types do not know it. */
const SWITCHED_OFF = { disabled: true };

/**
 * The style sheets of the page's routes travel in it, so that it is painted after one round trip. Beside each stands its
 * link, switched off, where the router looks for it, and once more under the name by which a part that is loaded later
 * looks: what is in the page already is not asked for again, and lays out nothing anew.
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

/** The router's names of sheets end in '#'. */
function fileOf(href: string): string {
  return href.replace(/#$/, '');
}
