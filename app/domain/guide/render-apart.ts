import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { RenderedText } from './render-markdown.ts';

/** A text to be rendered; `language` is what its file's extension calls it, 'md' for markdown. */
export interface RenderOrder {
  text: string;
  language: string;
  /** Where an http(s) source was read. */
  address?: string | undefined;
}

/** Run from its source: the built program is one file, and a process needs one of its own. */
const PROGRAM = 'app/domain/guide/render-process.ts';

/**
 * Renders markdown or code in a process of its own, which ends with it: colouring code takes a second of the processor
 * and a hundred megabytes. Visitors must not wait for it, nor the site hold on to them.
 * @throws when the process fails; it says why on the standard error stream.
 */
export function renderApart(order: RenderOrder): Promise<RenderedText> {
  return new Promise((done, fail) => {
    // It gets nothing of the environment: it needs nothing, and secrets are there.
    const child = fork(resolve(PROGRAM), { execArgv: [], env: {} });
    child.once('message', (rendered: RenderedText) => done(rendered));
    child.once('error', fail);
    child.once('exit', (code, signal) => fail(new Error(`The process ended with ${signal ?? `code ${code}`}`)));
    child.send(order, (error) => error && fail(error));
  });
}
