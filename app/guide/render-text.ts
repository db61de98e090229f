import { createHash } from 'node:crypto';
import type { ChildLimits } from '../limits/child-process.ts';
import { createWorkQueue } from '../limits/work-queue.ts';
import { renderOrShow } from './render-in-child.ts';
import type { RenderedText, Surroundings } from './render-markdown.ts';

/** Somebody waits for it. */
const LIMITS: ChildLimits = { timeMs: 10_000, megabytes: 384 };
/** Each takes a hundred megabytes. */
const AT_ONCE = 2;
const MOST_KEPT = 200;
const MOST_CHARACTERS = 20_000_000;

interface Kept {
  rendering: Promise<RenderedText>;
  characters: number;
}

const inTurn = createWorkQueue(AT_ONCE);
/** Those asked for longest ago first. */
const kept = new Map<string, Kept>();
let characters = 0;

/**
 * Markdown of the club's own as HTML that is harmless. A process takes half a second, and every page is rendered anew after
 * any change of one: what a text became is remembered.
 */
export function renderText(text: string, around: Surroundings = {}): Promise<RenderedText> {
  const key = createHash('sha256')
    .update(JSON.stringify([text, around]))
    .digest('base64');
  const known = kept.get(key) ?? start(key, text, around);
  kept.delete(key);
  kept.set(key, known);
  return known.rendering;
}

function start(key: string, text: string, around: Surroundings): Kept {
  const rendering = inTurn(() => renderOrShow({ text, language: 'md', ...around }, 'A page', LIMITS));
  const entry: Kept = { rendering, characters: 0 };
  rendering.then(
    ({ html }) => count(entry, html.length),
    () => forget(key, entry),
  );
  return entry;
}

function count(entry: Kept, length: number): void {
  entry.characters = length;
  characters += length;
  for (const [key, oldest] of kept) {
    if (kept.size <= MOST_KEPT && characters <= MOST_CHARACTERS) break;
    forget(key, oldest);
  }
}

function forget(key: string, entry: Kept): void {
  if (kept.get(key) !== entry) return;
  kept.delete(key);
  characters -= entry.characters;
}
