import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { RenderedText } from './render-markdown.ts';

/** `language` is the file's extension, 'md' for markdown. */
export interface RenderOrder {
  text: string;
  language: string;
  address?: string | undefined;
}

export interface RenderLimits {
  timeMs: number;
  megabytes: number;
}

export class TooCostly extends Error {
  override name = 'TooCostly';
}

/** Run from its source: the built program is one file, and a process needs one of its own. */
const PROGRAM = 'app/guide/render-process.ts';
/** A long guide with much code takes two seconds; some texts of a few kilobytes would take hours, or gigabytes. */
const LIMITS: RenderLimits = { timeMs: 30_000, megabytes: 384 };

/** In a process of its own: colouring takes a second and a hundred megabytes. @throws TooCostly at its limits. */
export function renderApart(order: RenderOrder, { timeMs, megabytes }: RenderLimits = LIMITS): Promise<RenderedText> {
  return new Promise((done, fail) => {
    const child = fork(resolve(PROGRAM), {
      execArgv: [`--max-old-space-size=${megabytes}`],
      // Nothing of the environment: secrets are there.
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
