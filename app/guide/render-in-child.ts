import { inChildProcess, type ChildLimits } from '../limits/child-process.ts';
import type { RenderedText } from './render-markdown.ts';

/** `language` is the file's extension, 'md' for markdown. */
export interface RenderOrder {
  text: string;
  language: string;
  address?: string | undefined;
}

const PROGRAM = 'app/guide/render-process.ts';
/** A long guide with much code takes two seconds; some texts of a few kilobytes would take hours, or gigabytes. */
const LIMITS: ChildLimits = { timeMs: 30_000, megabytes: 384 };

/** In a process of its own: colouring takes a second and a hundred megabytes. @throws TooCostly at its limits. */
export function renderInChild(order: RenderOrder, limits: ChildLimits = LIMITS): Promise<RenderedText> {
  return inChildProcess(PROGRAM, order, limits);
}
