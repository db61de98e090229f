import { inChildProcess, TooCostly, type ChildLimits } from '../limits/child-process.ts';
import type { RenderedText, Surroundings } from './render-markdown.ts';

/** `language` is the file's extension, 'md' for markdown. */
export interface RenderOrder extends Surroundings {
  text: string;
  language: string;
}

const PROGRAM = 'app/guide/render-process.ts';
/** A long guide with much code takes two seconds, but some texts of a few kilobytes would take hours, or gigabytes. */
const LIMITS: ChildLimits = { timeMs: 30_000, megabytes: 384 };

/** Renders in a process of its own, because colouring takes a second and a hundred megabytes. @throws TooCostly at a limit. */
export function renderInChild(order: RenderOrder, limits: ChildLimits = LIMITS): Promise<RenderedText> {
  return inChildProcess(PROGRAM, order, limits);
}

/** Shows a text that costs too much as plain text; `what` names it in the log. */
export async function renderOrShow(order: RenderOrder, what: string, limits?: ChildLimits): Promise<RenderedText> {
  try {
    return await renderInChild(order, limits);
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    console.error(`${what} is shown as plain text: ${error.message}`);
    const { renderCode } = await import('./render-markdown.ts');
    return renderCode(order.text, '');
  }
}
