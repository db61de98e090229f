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

/** How long the process may take, in milliseconds, and how large its heap may get. */
export interface RenderLimits {
  timeMs: number;
  megabytes: number;
}

/** A text took more time or memory than it may. */
export class TooCostly extends Error {
  override name = 'TooCostly';
}

/** Run from its source: the built program is one file, and a process needs one of its own. */
const PROGRAM = 'app/guide/render-process.ts';
/** A long guide with much code takes two seconds; some texts of a few kilobytes would take hours, or gigabytes. */
const LIMITS: RenderLimits = { timeMs: 30_000, megabytes: 384 };

/**
 * Renders markdown or code in a process of its own, which ends with it: colouring code takes a second of the processor
 * and a hundred megabytes. Visitors must not wait for it, nor the site hold on to them.
 * @throws TooCostly when it was ended at its limits; another error when the process fails, which says why on the
 * standard error stream.
 */
export function renderApart(order: RenderOrder, { timeMs, megabytes }: RenderLimits = LIMITS): Promise<RenderedText> {
  return new Promise((done, fail) => {
    const child = fork(resolve(PROGRAM), {
      execArgv: [`--max-old-space-size=${megabytes}`],
      // It gets nothing of the environment: it needs nothing, and secrets are there.
      env: {},
      timeout: timeMs,
      killSignal: 'SIGKILL',
    });
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('message', (rendered: RenderedText) => done(rendered));
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      process.off('exit', end);
      const isAtLimit = signal === 'SIGKILL' || signal === 'SIGABRT';
      if (isAtLimit) fail(new TooCostly(`rendering it takes more than ${timeMs / 1000} s or ${megabytes} MB`));
      else fail(new Error(`The process ended with ${signal ?? `code ${code}`}`));
    });
    child.send(order, (error) => error && fail(error));
  });
}
