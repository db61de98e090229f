import { publishDue } from './domain/events/publish.ts';
import { startPolling } from './mail/polling.ts';
import type { Site } from './site.ts';

/** A look into an index that mostly holds nothing. */
const LOOK_EVERY_MS = 5000;

/** Publishes events at their time. Every copy looks, and one of them does it. */
export function startPublishing({ db }: Pick<Site, 'db'>): { stop: () => Promise<void> } {
  return startPolling(() => publishDue(db), LOOK_EVERY_MS, report);
}

function report(error: unknown): void {
  console.error('Events that are due are not published yet:', error instanceof Error ? error.message : error);
}
