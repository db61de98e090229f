import { readFileSync } from 'node:fs';
import { Fragment, isValidElement, type ReactNode } from 'react';
import { Links } from 'react-router';
import { classesIn, parseSheet, usedStyles, type Sheet } from '../html/used-styles.ts';

/** React's types do not know it. */
const SWITCHED_OFF = { disabled: true };

/**
 * What a page uses of its style sheets travels in it, so that it is painted after one round trip. Beside it stands the link
 * to the whole, which is switched on with the scripts (late-scripts.tsx): what they bring onto the page may need the rest.
 */
export function InlineStyles({ nonce }: { nonce: string }): ReactNode {
  // Called, not rendered: its elements are what is wanted.
  return withPlaces(Links({ nonce }), nonce);
}

interface LinkProps {
  children?: ReactNode;
  rel?: string;
  href?: string;
}

function withPlaces(node: ReactNode, nonce: string): ReactNode {
  if (Array.isArray(node)) return node.map((one: ReactNode) => withPlaces(one, nonce));
  if (!isValidElement<LinkProps>(node)) return node;
  const { children, rel, href } = node.props;
  if (node.type === Fragment) return withPlaces(children, nonce);
  if (rel !== 'stylesheet' || href === undefined) return node;
  return (
    <Fragment key={node.key}>
      <style nonce={nonce} data-of={href} />
      <link rel="stylesheet" href={href} {...SWITCHED_OFF} />
    </Fragment>
  );
}

/** Writes into each of these places what the page uses; only then is it known which classes it has. */
export function fillStyles(html: string, nonce: string): string {
  const place = new RegExp(`(<style nonce="${nonce}" data-of="([^"]+)">)</style>`, 'g');
  if (!place.test(html)) return html;
  const classes = classesIn(html);
  return html.replaceAll(
    place,
    (_, tag: string, href: string) => `${tag}${usedStyles(sheetAt(href), classes)}</style>`,
  );
}

const sheets = new Map<string, Sheet>();

function sheetAt(href: string): Sheet {
  const known = sheets.get(href);
  if (known) return known;
  const sheet = parseSheet(readFileSync(`build/client${href.replace(/#$/, '')}`, 'utf8'));
  sheets.set(href, sheet);
  return sheet;
}
