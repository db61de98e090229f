import { useEffect } from 'react';

const TABLES = '[data-guide] .table';
/** What the server gives every table, as it cannot know which of them will be wider than the page. */
const REGION = ['role', 'tabindex', 'aria-label'] as const;

/** Lets the keyboard stop only at tables that are wider than their place; a region is only what can be scrolled. */
export function useWideTables(article: HTMLElement | null): void {
  useEffect(() => {
    if (!article) return undefined;
    const tables = new Map([...article.querySelectorAll<HTMLElement>(TABLES)].map((table) => [table, regionOf(table)]));
    const watcher = new ResizeObserver((changes) => {
      for (const { target } of changes) {
        const table = target.closest<HTMLElement>(TABLES);
        if (table) setRegion(table, tables.get(table) ?? []);
      }
    });
    // Its content too: a font that arrives makes a table wider than its place.
    for (const [table] of tables) for (const part of [table, ...table.children]) watcher.observe(part);
    return () => watcher.disconnect();
  }, [article]);
}

type Region = [name: string, value: string][];

function regionOf(table: HTMLElement): Region {
  return REGION.map((name) => [name, table.getAttribute(name) ?? '']);
}

function setRegion(table: HTMLElement, region: Region): void {
  const isWide = table.scrollWidth > table.clientWidth;
  for (const [name, value] of region) {
    if (isWide) table.setAttribute(name, value);
    else table.removeAttribute(name);
  }
}
