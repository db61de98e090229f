import { useState } from 'react';
import { ProblemError } from '../../problem.ts';
import { readAnswer } from '../../read-answer.ts';
import { inBackground } from '../in-background.ts';
import { saveFile } from '../save-file.ts';
import { sayFailure } from './toasts.tsx';

interface Downloading {
  start: () => void;
  isBusy: boolean;
  /** The last file asked for is in the downloads. */
  isDone: boolean;
}

const UNREACHED = 'The file cannot be made right now. Check your connection and try again.';

/** Downloads with fetch, so that a refusal is a message on the page and not a file on somebody's disk. */
export function useDownload(ask: () => Promise<Response>): Downloading {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  async function download(): Promise<void> {
    if (state === 'busy') return;
    setState('busy');
    const problem = await save(ask).catch((error: unknown) =>
      error instanceof ProblemError ? error.problem.detail : UNREACHED,
    );
    setState(problem ? 'idle' : 'done');
    if (problem) sayFailure(problem, start);
  }
  const start = () => inBackground(download());
  return { start, isBusy: state === 'busy', isDone: state === 'done' };
}

async function save(ask: () => Promise<Response>): Promise<string | undefined> {
  const answer = await ask();
  const name = nameOf(answer.headers.get('content-disposition'));
  // Only this site’s files have a name.
  if (!answer.ok || name === undefined) return readAnswer(answer, [], UNREACHED).then(() => UNREACHED);
  saveFile(await answer.blob(), name);
  return undefined;
}

function nameOf(disposition: string | null): string | undefined {
  const name = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return name && decodeURIComponent(name);
}
