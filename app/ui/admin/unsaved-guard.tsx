import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { Button } from '../button.tsx';
import { noteUnsaved } from '../live/unsaved-forms.ts';
import { Dialog, DialogBody, SaveBar } from '../dialog.tsx';

/**
 * Asks before unsaved changes are lost: on links, Back, reload, closing the tab and `leave(go)`. `element` is the
 * question, to be rendered somewhere. While there are unsaved changes, the end of the session does not take the page
 * away. A form on a screen stays where another part of it is opened; `goesWithHash` says of a dialog that it does not.
 */
export function useUnsavedGuard(
  isDirty: boolean,
  { goesWithHash = false } = {},
): { leave: (go: () => void) => void; element: ReactNode } {
  const [going, setGoing] = useState<{ go: () => void }>();
  const discarded = useRef(false);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const stays = !goesWithHash && from.pathname === to.pathname && from.search === to.search;
    return isDirty && !discarded.current && !stays;
  });
  const { key } = useLocation();
  useEffect(() => {
    discarded.current = false;
  }, [key]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const saved = noteUnsaved();
    addEventListener('beforeunload', ask);
    return () => {
      saved();
      removeEventListener('beforeunload', ask);
    };
  }, [isDirty]);

  const isAsked = going !== undefined || blocker.state === 'blocked';
  const stay = () => {
    setGoing(undefined);
    if (blocker.state === 'blocked') blocker.reset();
  };
  const discard = () => {
    discarded.current = true;
    setGoing(undefined);
    if (blocker.state === 'blocked') blocker.proceed();
    going?.go();
  };
  return {
    leave: (go) => (isDirty ? setGoing({ go }) : go()),
    element: isAsked && (
      <Dialog title="Discard your changes?" onClose={stay} small>
        <DialogBody>
          <p>What you typed or chose here has not been saved.</p>
        </DialogBody>
        <SaveBar>
          <Button quiet onClick={discard}>
            Discard changes
          </Button>
          <Button onClick={stay} data-autofocus>
            Keep editing
          </Button>
        </SaveBar>
      </Dialog>
    ),
  };
}
