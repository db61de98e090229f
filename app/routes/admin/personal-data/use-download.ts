import { useState } from 'react';
import { sayFailure } from '../../../ui/admin/toasts.tsx';
import { inBackground } from '../../../ui/in-background.ts';

const UNREACHED = 'The file cannot be made right now. Check your connection and try again.';

export function useDownload(email: string): { start: () => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  async function download(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const problem = await save(email).catch(() => UNREACHED);
    setBusy(false);
    if (problem) sayFailure(problem, start);
  }
  const start = () => inBackground(download());
  return { start, isBusy };
}

async function save(email: string): Promise<string | undefined> {
  const answer = await fetch('/admin/personal-data/file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (!answer.ok) {
    const { error }: { error: string } = await answer.json();
    return error;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = nameOf(answer.headers.get('content-disposition')) ?? 'personal-data.json';
  link.click();
  URL.revokeObjectURL(link.href);
  return undefined;
}

function nameOf(disposition: string | null): string | undefined {
  const name = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return name && decodeURIComponent(name);
}
