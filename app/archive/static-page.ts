import { defaultTreeAdapter as tree, html as names, parse, parseFragment, serialize } from 'parse5';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { escapeHtml } from '../html/escape.ts';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

interface ArchivedLinks {
  /** A relative link; undefined if the archive does not have it; null for another site. */
  link: (address: string) => string | undefined | null;
  placeholder: string;
  email: string;
}

const DROPPED = new Set(['script', 'template', 'source', 'object', 'embed', 'base']);
const RETAINED_LINKS = new Set(['stylesheet', 'icon']);
/** Attributes that name further pictures, programs or scripts. */
const DROPPED_ATTRIBUTES = /^(on.+|srcset|imagesrcset|sizes|nonce|ping|crossorigin|integrity|loading|fetchpriority)$/;

/** Rewrites a page so that it can be read without server, scripts and network. */
export function toStaticPage(page: string, links: ArchivedLinks): string {
  const document = parse(page, { scriptingEnabled: false });
  rewrite(document, links);
  return serialize(document, { scriptingEnabled: false });
}

/** A page that leads on by itself, or by a link in browsers that do not follow it. */
export function leadingPage(to: string): string {
  const address = escapeHtml(to);
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${address}"><title>Leads on</title></head><body><p><a href="${address}">${address}</a></p></body></html>`;
}

function rewrite(parent: Parent, links: ArchivedLinks): void {
  for (const child of [...parent.childNodes]) {
    if (tree.isCommentNode(child)) tree.detachNode(child);
    if (!tree.isElementNode(child)) continue;
    if (rewriteElement(child, links)) rewrite(child, links);
  }
}

/** Returns whether the element stays, so that its children are rewritten next. */
function rewriteElement(element: Element, links: ArchivedLinks): boolean {
  const { tagName } = element;
  if (DROPPED.has(tagName) || (tagName === 'link' && !RETAINED_LINKS.has(attribute(element, 'rel') ?? '')))
    return drop(element);
  if (tagName === 'meta' && (attribute(element, 'http-equiv') ?? attribute(element, 'property')) !== undefined)
    return drop(element);
  if (tagName === 'button' && attribute(element, 'popovertarget') === undefined) return drop(element);
  if (tagName === 'form') return rewriteForm(element, links);
  if (tagName === 'iframe') return rewriteFrame(element);
  if (tagName === 'noscript') return unwrap(element, links);
  element.attrs = element.attrs.filter(({ name }) => !DROPPED_ATTRIBUTES.test(name));
  for (const one of element.attrs) {
    if (one.name === 'style') one.value = one.value.replaceAll(/url\((?!\s*["']?data:)[^)]*\)/gi, 'none');
  }
  rewriteAddresses(element, links);
  return true;
}

function rewriteAddresses(element: Element, { link, placeholder }: ArchivedLinks): void {
  const isLink = ['a', 'area'].includes(element.tagName);
  const isDrawing = element.namespaceURI === names.NS.SVG;
  element.attrs = element.attrs.flatMap((one) => {
    const { name, value } = one;
    if (!['href', 'src', 'poster', 'data', 'background'].includes(name) || value.startsWith('#')) return [one];
    if (value.startsWith('data:') && !isLink) return [one];
    const found = link(value);
    if (found) return [{ ...one, value: found }];
    if (isLink && !isDrawing) return found === null ? [one] : [];
    return element.tagName === 'img' && name === 'src' ? [{ ...one, value: placeholder }] : [];
  });
}

/** Replaces a form by a sentence, because there is no server to send it to. */
function rewriteForm(form: Element, { email }: ArchivedLinks): boolean {
  if (attribute(form, 'role') === 'search') return drop(form);
  const mail = escapeHtml(email);
  return replace(
    form,
    `<p>This is a saved copy of the site, so nothing can be sent from it. Please write to <a href="mailto:${mail}">${mail}</a> instead.</p>`,
  );
}

function rewriteFrame(frame: Element): boolean {
  const source = attribute(frame, 'src') ?? '';
  if (!/^https?:/.test(source)) return drop(frame);
  const href = escapeHtml(source);
  return replace(
    frame,
    `<p>This part is on another website: <a href="${href}" target="_blank" rel="noopener noreferrer">open it there</a>.</p>`,
  );
}

/** Replaces a picture that waits for a script by the one for browsers without scripts. */
function unwrap(element: Element, links: ArchivedLinks): boolean {
  const { parentNode } = element;
  if (!parentNode) return false;
  const children = [...element.childNodes];
  if (children.some((child) => tree.isElementNode(child) && child.tagName === 'picture')) {
    const before = parentNode.childNodes
      .slice(0, parentNode.childNodes.indexOf(element))
      .findLast((sibling) => tree.isElementNode(sibling));
    if (before && tree.isElementNode(before) && before.tagName === 'picture') tree.detachNode(before);
  }
  rewrite(element, links);
  for (const child of [...element.childNodes]) {
    tree.detachNode(child);
    tree.insertBefore(parentNode, child, element);
  }
  return drop(element);
}

function replace(element: Element, html: string): boolean {
  const { parentNode } = element;
  for (const child of [...parseFragment(html).childNodes]) {
    tree.detachNode(child);
    if (parentNode) tree.insertBefore(parentNode, child, element);
  }
  return drop(element);
}

function drop(element: Element): boolean {
  tree.detachNode(element);
  return false;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

/** Shows what is meant for browsers without scripts. */
export function toStaticStyles(styles: string, link: ArchivedLinks['link']): string {
  return styles
    .replaceAll(/@media\s*\(scripting:\s*none\)/g, '@media all')
    .replaceAll(/url\(\s*(["']?)([^)"']*)\1\s*\)/g, (whole: string, _quote: string, address: string) => {
      if (/^(data:|#)/.test(address)) return whole;
      const found = link(address);
      return found ? `url("${found}")` : 'none';
    });
}
