import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { Dialog, DialogBody, SaveBar } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

type Opening<Loaded> = { state: 'loading' } | { state: 'failed'; why: string } | { state: 'open'; loaded: Loaded };

const UNREACHED = 'This cannot be loaded right now. Check your connection and try again.';
const ENDED = 'You are not signed in any more. Please sign in again.';

interface OpenedProps<Loaded> {
  /** Answers with what is edited, as JSON. */
  address: string;
  title: string;
  /** 'Loading the event' */
  loading: string;
  onClose: () => void;
  children: (loaded: Loaded) => ReactNode;
}

/** A dialog of what is loaded as it opens. What others save later does not change it. */
export function Opened<Loaded>({ address, title, loading, onClose, children }: OpenedProps<Loaded>) {
  const opening = useOpening<Loaded>(address);
  if (opening.state === 'open') return children(opening.loaded);
  return (
    <WaitingDialog title={title} onClose={onClose}>
      <DialogBody>
        {opening.state === 'loading' ? <Spinner label={loading} /> : <p role="alert">{opening.why}</p>}
      </DialogBody>
      {opening.state === 'failed' && (
        <SaveBar>
          <Button quiet onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={opening.retry}>Try again</Button>
        </SaveBar>
      )}
    </WaitingDialog>
  );
}

function useOpening<Loaded>(address: string): Opening<Loaded> & { retry: () => void } {
  const [opening, setOpening] = useState<Opening<Loaded>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    inBackground(load<Loaded>(address).then((loaded) => isWanted && setOpening(loaded)));
    return () => {
      isWanted = false;
    };
  }, [address, attempt]);
  return {
    ...opening,
    retry: () => {
      setOpening({ state: 'loading' });
      setAttempt((now) => now + 1);
    },
  };
}

async function load<Loaded>(address: string): Promise<Opening<Loaded>> {
  try {
    const answer = await fetch(address);
    if (answer.status === 401) return { state: 'failed', why: ENDED };
    if (answer.ok) return { state: 'open', loaded: await answer.json() };
    const { error }: { error: string } = await answer.json();
    return { state: 'failed', why: error };
  } catch {
    return { state: 'failed', why: UNREACHED };
  }
}

/** Mostly it is there before anyone could read that it is being loaded. */
function WaitingDialog({ children, ...dialog }: { title: string; onClose: () => void; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <Dialog {...dialog}>{children}</Dialog> : null;
}
