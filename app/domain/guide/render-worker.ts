import { parentPort, workerData } from 'node:worker_threads';
import type { RenderOrder } from './render-apart.ts';
import { renderCode, renderMarkdown } from './render-markdown.ts';

const { text, language, address }: RenderOrder = workerData;

parentPort?.postMessage(language === 'md' ? await renderMarkdown(text, address) : await renderCode(text, language));
