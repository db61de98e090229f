import type { HighlighterCore } from 'shiki/core';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

export type Root = ReturnType<HighlighterCore['codeToHast']>;
type Child = Root['children'][number];
export type Element = Extract<Child, { type: 'element' }>;

export function element(tagName: string, properties: Element['properties'], children: (Child | string)[]): Element {
  const nodes = children.map((child): Child => (typeof child === 'string' ? { type: 'text', value: child } : child));
  return { type: 'element', tagName, properties, children: nodes.filter((node) => node.type !== 'doctype') };
}

export function textOf(node: Root | Child): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

export function eachElement(parent: Root | Element, visit: (found: Element) => void): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    visit(child);
    eachElement(child, visit);
  }
}

export function findFirst(parent: Root | Element, tagName: string): Element | undefined {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    const found = child.tagName === tagName ? child : findFirst(child, tagName);
    if (found) return found;
  }
  return undefined;
}

/** Elements inside others are replaced before these. */
export function replaceElements(parent: Root | Element, replace: (found: Element) => Element): void {
  for (const [place, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    replaceElements(child, replace);
    parent.children[place] = replace(child);
  }
}

export interface HtmlBounds {
  /** Includes elements that the parser adds. */
  elements: number;
  /** The characters of all attributes together. */
  attributes: number;
  depth: number;
}

export class TooTangled extends RangeError {
  override name = 'TooTangled';
}

/** Parses as a browser does. A few kilobytes of wrongly nested tags can become gigabytes, so the tree is bounded. @throws TooTangled */
export function parseHtml(html: string, bounds: HtmlBounds): Root {
  const left = { ...bounds };
  const fragment = parseFragment(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName, namespace, attributes) {
        left.elements--;
        for (const { name, value } of attributes) left.attributes -= name.length + value.length;
        if (left.elements < 0 || left.attributes < 0) throw new TooTangled('more elements or attributes than allowed');
        return defaultTreeAdapter.createElement(tagName, namespace, attributes);
      },
    },
  });
  requireShallow(fragment, bounds.depth);
  const tree = fromParse5(fragment);
  if (tree.type !== 'root') throw new TypeError('A fragment of HTML has a root');
  return tree;
}

type Parent = DefaultTreeAdapterTypes.ParentNode;

/** Goes level by level: a recursion would run out of stack. */
function requireShallow(fragment: Parent, deepest: number): void {
  let level: Parent[] = [fragment];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) throw new TooTangled('more elements inside each other than allowed');
    level = level.flatMap(elementsIn);
  }
}

function elementsIn(parent: Parent): Parent[] {
  const elements = parent.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node));
  return 'content' in parent ? [...elements, parent.content] : elements;
}
