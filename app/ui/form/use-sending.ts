import { useRef, useState } from 'react';
import type { Refusal } from './send.ts';
import { inBackground } from '../in-background.ts';

/** Sends, and gives back why it was refused; undefined when it has arrived. */
type Send = () => Promise<Refusal | undefined>;

interface Outcome {
  sent: () => void;
  /** Returns true when the form itself shows why it was refused. */
  refused?: (refusal: Refusal) => boolean | void;
}

/** The words for what no code foresaw, such as a part of the page that could not be loaded. */
const UNREACHED =
  'The site cannot be reached, so this was not sent. Nothing you typed is lost: check your connection and try again.';

/**
 * The states of a form that is sent: editing → submitting → sent, or back to editing with what went wrong. A second
 * click while it is being sent does nothing.
 */
export function useSending() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const isRunning = useRef(false);

  async function run(send: Send, { sent, refused }: Outcome): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setSending(true);
    setFailure(null);
    const refusal = await send().catch(() => ({ error: UNREACHED }));
    isRunning.current = false;
    setSending(false);
    if (!refusal) sent();
    else if (!refused?.(refusal)) setFailure(refusal);
  }

  return { isSending, failure, run: (send: Send, outcome: Outcome) => inBackground(run(send, outcome)) };
}

/** Loads what sending needs, and begins the attestation where one is needed, while the visitor types. */
export function warmUp({ attests }: { attests: boolean }): void {
  // A browser may remember for good that a script could not be loaded.
  if (!navigator.onLine) return;
  import('./send.ts').then(
    ({ prepareToken }) => attests && prepareToken(),
    () => {},
  );
}
