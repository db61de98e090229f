import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { CopyButton } from '../copy-button.tsx';
import { readPage } from '../../read-answer.ts';
import { inBackground } from '../in-background.ts';
import * as styles from './markdown-text.module.css';

const TEXT = '[data-markdown]';

/** The text's HTML, taken from its own page, for visitors who come from another screen. */
export async function fetchMarkdownText(path: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(path, { signal, headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await readPage(answer), 'text/html');
  return page.querySelector(TEXT)?.innerHTML ?? '';
}

/**
 * HTML that app/guide/ made from Markdown. Without `html`, the text that the server wrote into the page stays as it is.
 * Another text needs another key.
 */
export function MarkdownText({ html }: { html?: string | undefined }) {
  const [article, setArticle] = useState<HTMLElement | null>(null);
  const [htmlInPage] = useState(() => html ?? document.querySelector(TEXT)?.innerHTML ?? '');
  useInnerLinks(article);
  useWideTables(article);
  return (
    <>
      <article
        ref={setArticle}
        data-markdown
        className={styles.text}
        dangerouslySetInnerHTML={{ __html: html ?? htmlInPage }}
      />
      {article && <CopyButtons article={article} />}
    </>
  );
}

function CopyButtons({ article }: { article: HTMLElement }) {
  const [places] = useState(() => [...article.querySelectorAll('[data-copy]')]);
  return places.map((place, number) =>
    createPortal(
      <CopyButton text={() => place.closest('figure')?.querySelector('code')?.textContent ?? ''} />,
      place,
      number,
    ),
  );
}

function useInnerLinks(article: HTMLElement | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || link.target || link.origin !== location.origin || event.defaultPrevented) return;
      // The router would take a path that begins with two slashes for another site.
      if (/\.\w+$|^\/\//.test(link.pathname)) return;
      event.preventDefault();
      inBackground(navigate(link.pathname + link.search + link.hash));
    };
    article?.addEventListener('click', follow);
    return () => article?.removeEventListener('click', follow);
  }, [article, navigate]);
}

const TABLES = `${TEXT} .table`;
/** Attributes that the server gives every table, as it cannot know which will be wider than the page. */
const REGION = ['role', 'tabindex', 'aria-label'] as const;

/** Keeps a table focusable, and a region, only while it is wider than its place and can be scrolled. */
function useWideTables(article: HTMLElement | null): void {
  useEffect(() => {
    if (!article) return undefined;
    const tables = new Map([...article.querySelectorAll<HTMLElement>(TABLES)].map((table) => [table, regionOf(table)]));
    const watcher = new ResizeObserver((changes) => {
      for (const { target } of changes) {
        const table = target.closest<HTMLElement>(TABLES);
        if (table) setRegion(table, tables.get(table) ?? []);
      }
    });
    // Watches the content too: a font that arrives can make a table wider than its place.
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
