import { useEffect, useState, type ReactNode } from 'react';
import { ProblemError } from '../../../problem.ts';
import { readAnswer } from '../../../read-answer.ts';
import { Button } from '../../../ui/button.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { Dialog, DialogBody, SaveBar } from '../../../ui/dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

type Opening<Loaded> = { state: 'loading' } | { state: 'failed'; why: string } | { state: 'open'; loaded: Loaded };

const UNREACHED = 'The site did not answer. Check your connection and try again.';
const ENDED = 'You are not signed in any more. Please sign in again.';

interface LoadingDialogProps<Loaded> {
  /** The address that returns what is edited, as JSON. */
  address: string;
  /** The keys that the site's answer always has. */
  expectedKeys?: Keys<Loaded>;
  title: string;
  /** 'Loading the event' */
  loading: string;
  onClose: () => void;
  children: (loaded: Loaded) => ReactNode;
}

/** A dialog that loads its content when it opens. Later saves by others do not change it. */
export function LoadingDialog<Loaded extends object>({
  address,
  expectedKeys = NOTHING,
  title,
  loading,
  onClose,
  children,
}: LoadingDialogProps<Loaded>) {
  const opening = useOpening<Loaded>(address, expectedKeys);
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

const NOTHING = [] as const;

type Keys<Loaded> = readonly (keyof Loaded & string)[];

function useOpening<Loaded extends object>(
  address: string,
  expectedKeys: Keys<Loaded>,
): Opening<Loaded> & { retry: () => void } {
  const [opening, setOpening] = useState<Opening<Loaded>>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    inBackground(load<Loaded>(address, expectedKeys).then((loaded) => isWanted && setOpening(loaded)));
    return () => {
      isWanted = false;
    };
  }, [address, expectedKeys, attempt]);
  return {
    ...opening,
    retry: () => {
      setOpening({ state: 'loading' });
      setAttempt((now) => now + 1);
    },
  };
}

async function load<Loaded extends object>(address: string, expectedKeys: Keys<Loaded>): Promise<Opening<Loaded>> {
  try {
    return { state: 'open', loaded: await readAnswer<Loaded>(await fetch(address), expectedKeys, UNREACHED) };
  } catch (error) {
    if (!(error instanceof ProblemError)) return { state: 'failed', why: UNREACHED };
    return { state: 'failed', why: error.problem.status === 401 ? ENDED : error.problem.detail };
  }
}

/** Says that something is loading, but not at once, as the content is usually there before anybody could read it. */
function WaitingDialog({ children, ...dialog }: { title: string; onClose: () => void; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <Dialog {...dialog}>{children}</Dialog> : null;
}
