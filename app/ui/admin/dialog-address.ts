import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { inBackground } from '../in-background.ts';
import { useInBrowser } from '../use-in-browser.ts';

type OpenDialog = { kind: 'add' | 'message' } | { kind: 'edit' | 'copy'; key: string };

/** The dialog that the address names: '#add', '#message', '#edit/{key}', '#copy/{key}'. */
export function useDialogAddress() {
  const { hash, key: visit, state } = useLocation();
  const navigate = useNavigate();
  const [closed, setClosed] = useState<string>();
  // The server never sees the hash, so it draws no dialog. Without a hash, nothing is drawn again on hydration, and a
  // menu that is already open stays open.
  const isNamed = useInBrowser(() => hash !== '', false);
  const isLeaving = useRef(false);
  const asked = useRef<string>(undefined);
  // Leaving '#…' reloads the screen's data, and the dialog closes without waiting for that. Going back to '#…' reopens
  // it.
  useEffect(() => {
    const onReturn = () => {
      if (!parse(window.location.hash)) return;
      isLeaving.current = false;
      setClosed(undefined);
    };
    addEventListener('popstate', onReturn);
    return () => removeEventListener('popstate', onReturn);
  }, []);

  const goTo = useCallback(
    (to: string, flushSync: boolean) =>
      inBackground(navigate({ hash: to }, { state: { fromScreen: true }, preventScrollReset: true, flushSync })),
    [navigate],
  );
  const open = (to: string) => {
    // Going back takes effect a moment later and would close a dialog opened meanwhile, so that one has to wait.
    if (isLeaving.current) asked.current = to;
    // Whoever types at once types into the dialog, not at the button.
    else goTo(to, true);
  };
  useEffect(() => {
    if (parse(hash)) return;
    isLeaving.current = false;
    const to = asked.current;
    asked.current = undefined;
    if (to !== undefined) goTo(to, false);
  }, [hash, visit, goTo]);
  return {
    dialog: isNamed && closed !== visit ? parse(hash) : undefined,
    add: () => open('#add'),
    message: () => open('#message'),
    edit: (key: string) => open(`#edit/${encodeURIComponent(key)}`),
    copy: (key: string) => open(`#copy/${encodeURIComponent(key)}`),
    close: () => {
      isLeaving.current = true;
      setClosed(visit);
      if (isFromScreen(state)) inBackground(navigate(-1));
      else inBackground(navigate({ hash: '' }, { replace: true, preventScrollReset: true }));
    },
  };
}

function parse(hash: string): OpenDialog | undefined {
  if (hash === '#add') return { kind: 'add' };
  if (hash === '#message') return { kind: 'message' };
  const [, kind, key] = /^#(edit|copy)\/(.+)$/.exec(hash) ?? [];
  if (key === undefined) return undefined;
  try {
    return { kind: kind === 'copy' ? 'copy' : 'edit', key: decodeURIComponent(key) };
  } catch {
    return undefined;
  }
}

function isFromScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromScreen' in state;
}

/** The record as it was when the dialog opened: what others save or remove meanwhile does not change the dialog. */
export function useOpenRecord<Row extends { key: string }>(
  rows: readonly Row[],
  dialog: OpenDialog | undefined,
): Row | undefined {
  const key = dialog?.kind === 'edit' ? dialog.key : undefined;
  const [opened, setOpened] = useState<Row>();
  if (opened && opened.key !== key) setOpened(undefined);
  if (opened?.key === key) return opened;
  const found = rows.find((row) => row.key === key);
  if (found) setOpened(found);
  return found;
}
