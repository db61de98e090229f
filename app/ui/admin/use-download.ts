import { useState } from 'react';
import { readProblem } from '../../problem.ts';
import { inBackground } from '../in-background.ts';
import { sayFailure } from './toasts.tsx';

interface Downloading {
  start: () => void;
  isBusy: boolean;
  /** What was asked for last is in the downloads. */
  isDone: boolean;
}

const UNREACHED = 'The file cannot be made right now. Check your connection and try again.';

/** By a request of its own, so that a refusal is a sentence on the page and no file on somebody's disk. */
export function useDownload(ask: () => Promise<Response>): Downloading {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  async function download(): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    const problem = await save(ask).catch(() => UNREACHED);
    setState(problem ? 'idle' : 'done');
    if (problem) sayFailure(problem, start);
  }
  const start = () => inBackground(download());
  return { start, isBusy: state === 'busy', isDone: state === 'done' };
}

async function save(ask: () => Promise<Response>): Promise<string | undefined> {
  const answer = await ask();
  if (!answer.ok) return readProblem(await answer.json(), answer.status, UNREACHED).detail;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameOf(answer.headers.get('content-disposition')) ?? 'download';
  link.click();
  URL.revokeObjectURL(link.href);
  return undefined;
}

function nameOf(disposition: string | null): string | undefined {
  const name = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return name && decodeURIComponent(name);
}
