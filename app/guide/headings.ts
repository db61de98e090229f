import { eachElement, element, replaceElements, textOf, type Element, type Root } from '../html/html-tree.ts';

export interface TocEntry {
  id: string;
  text: string;
  level: 1 | 2;
}

/** product.md 2, CS Guide; empty where nothing of the text can be in an address. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Unique ids for every h1 and h2, which take the focus of whoever comes by a link; references in the document follow. */
export function anchorHeadings(tree: Root): TocEntry[] {
  const toc: TocEntry[] = [];
  const taken = new Set<string>();
  const renamed = new Map<string, string>();
  replaceElements(tree, (found) => {
    const level = found.tagName === 'h1' ? 1 : found.tagName === 'h2' ? 2 : undefined;
    if (!level) return found;
    const text = textOf(found).trim().replace(/\s+/g, ' ');
    const anchor = anchorOf(text);
    const { id: before, ...properties } = found.properties;
    if (!anchor) return { ...found, properties };
    const id = free(anchor, taken);
    taken.add(id);
    if (typeof before === 'string') renamed.set(before, id);
    toc.push({ id, text, level });
    return element('div', { className: ['heading'] }, [
      { ...found, properties: { ...properties, id, tabIndex: -1 } },
      element('a', { className: ['anchor'], href: `#${id}`, ariaLabel: `Link to “${text}”` }, ['#']),
    ]);
  });
  if (renamed.size > 0) eachElement(tree, (found) => follow(found, renamed));
  return toc;
}

function free(anchor: string, taken: Set<string>): string {
  let id = anchor;
  for (let number = 2; taken.has(id); number++) id = `${anchor}-${number}`;
  return id;
}

function follow({ properties }: Element, renamed: Map<string, string>): void {
  const { ariaDescribedBy } = properties;
  const described = Array.isArray(ariaDescribedBy) ? ariaDescribedBy : [ariaDescribedBy];
  const [only] = described;
  if (typeof only === 'string' && renamed.has(only)) properties.ariaDescribedBy = [renamed.get(only) ?? only];
}
