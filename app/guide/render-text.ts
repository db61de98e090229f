import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ChildLimits } from '../limits/child-process.ts';
import { renderOrShow } from './render-in-child.ts';
import type { RenderedText, Surroundings } from './render-markdown.ts';

/** Short, because somebody is waiting. */
const LIMITS: ChildLimits = { timeMs: 10_000, megabytes: 384 };
/** Few, because each takes a hundred megabytes. */
const AT_ONCE = 2;
const MOST_KEPT = 200;
const MOST_CHARACTERS = 20_000_000;

const inTurn = pLimit(AT_ONCE);
const rendered = new LRUCache<string, RenderedText, Parameters<typeof renderText>>({
  max: MOST_KEPT,
  maxSize: MOST_CHARACTERS,
  ignoreFetchAbort: true,
  sizeCalculation: ({ html }) => html.length + 1,
  fetchMethod: (_key, _before, { context: [text, around] }) =>
    inTurn(() => renderOrShow({ text, language: 'md', ...around }, 'A page', LIMITS)),
});

/**
 * Turns the club's own Markdown into safe HTML. The result is kept, because the process takes half a second and a change of one
 * page renders every page anew.
 */
export function renderText(text: string, around: Surroundings = {}): Promise<RenderedText> {
  const key = hash('sha256', JSON.stringify([text, around]), 'base64');
  return rendered.forceFetch(key, { context: [text, around] });
}
