import { readFileSync } from 'node:fs';
import { Fragment, isValidElement, type ReactNode } from 'react';
import { Links } from 'react-router';

/** React's types do not know it. */
const SWITCHED_OFF = { disabled: true };

/**
 * The style sheets travel in the page, so that it is painted after one round trip. Beside each stands the link that a later
 * page looks for, switched off: its file is not asked for again.
 */
export function InlineStyles({ nonce }: { nonce: string }): ReactNode {
  // Called, not rendered: its elements are what is wanted.
  return inlined(Links({ nonce }), nonce);
}

interface LinkProps {
  children?: ReactNode;
  rel?: string;
  href?: string;
}

function inlined(node: ReactNode, nonce: string): ReactNode {
  if (Array.isArray(node)) return node.map((one: ReactNode) => inlined(one, nonce));
  if (!isValidElement<LinkProps>(node)) return node;
  const { children, rel, href } = node.props;
  if (node.type === Fragment) return inlined(children, nonce);
  if (rel !== 'stylesheet' || href === undefined) return node;
  return (
    <Fragment key={node.key}>
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: sheetAt(href) }} />
      <link rel="stylesheet" href={href} {...SWITCHED_OFF} />
    </Fragment>
  );
}

const sheets = new Map<string, string>();

function sheetAt(href: string): string {
  const known = sheets.get(href);
  if (known !== undefined) return known;
  const text = readFileSync(`build/client${href.replace(/#$/, '')}`, 'utf8').trim();
  sheets.set(href, text);
  return text;
}
