import type { HighlighterCore } from 'shiki/core';

export type Root = ReturnType<HighlighterCore['codeToHast']>;
export type Child = Root['children'][number];
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

/** Innermost first. */
export function replaceElements(parent: Root | Element, replace: (found: Element) => Element): void {
  for (const [place, child] of parent.children.entries()) {
    if (child.type !== 'element') continue;
    replaceElements(child, replace);
    parent.children[place] = replace(child);
  }
}
