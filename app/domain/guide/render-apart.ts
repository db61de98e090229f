import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RenderedText } from './render-markdown.ts';

/** A text to be rendered; `language` is what its file's extension calls it, 'md' for markdown. */
export interface RenderOrder {
  text: string;
  language: string;
  /** Where an http(s) source was read. */
  address?: string | undefined;
}

/** Run from its source: a built program is one file, and a thread needs one of its own. */
const WORKER = 'app/domain/guide/render-worker.ts';

/**
 * Renders markdown or code in a thread of its own, which ends with it: colouring code takes a second of the processor
 * and a hundred megabytes, and visitors must not wait for it, nor the process hold on to it.
 * @throws whatever made the thread fail.
 */
export function renderApart(order: RenderOrder): Promise<RenderedText> {
  return new Promise((done, fail) => {
    const worker = new Worker(resolve(WORKER), { workerData: order, execArgv: [] });
    worker.once('message', (rendered: RenderedText) => {
      done(rendered);
      void worker.terminate();
    });
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('The thread ended without an answer')));
  });
}
