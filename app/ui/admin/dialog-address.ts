import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, type ShouldRevalidateFunctionArgs } from 'react-router';
import { inBackground } from '../in-background.ts';

/** Which dialog of a screen is open. */
export type OpenDialog = { kind: 'add' } | { kind: 'edit'; key: string };

/**
 * The dialog that the address names: '#add', '#edit/{key}'. Back closes it, and it can be linked to. `edit` stays the same
 * function between renders.
 */
export function useDialogAddress() {
  const { hash, key: visit, state } = useLocation();
  const navigate = useNavigate();
  const [closed, setClosed] = useState<string>();
  // The server never sees what follows '#'.
  const isHydrated = useSyncExternalStore(neverChanges, isTrue, isFalse);
  // The dialog does not wait for the address to change. Coming back to '#…' opens it again.
  useEffect(() => {
    const onReturn = () => {
      if (parse(window.location.hash)) setClosed(undefined);
    };
    addEventListener('popstate', onReturn);
    return () => removeEventListener('popstate', onReturn);
  }, []);

  const open = useCallback(
    (to: string) => inBackground(navigate({ hash: to }, { state: { fromScreen: true }, preventScrollReset: true })),
    [navigate],
  );
  return {
    dialog: isHydrated && closed !== visit ? parse(hash) : undefined,
    add: useCallback(() => open('#add'), [open]),
    edit: useCallback((key: string) => open(`#edit/${encodeURIComponent(key)}`), [open]),
    close: () => {
      setClosed(visit);
      if (isFromScreen(state)) inBackground(navigate(-1));
      else inBackground(navigate({ hash: '' }, { replace: true, preventScrollReset: true }));
    },
  };
}

/**
 * For screens with such a dialog: opening and closing it loads nothing anew. Else the screen would be scrolled once more
 * when its data has come, under a finger that has gone on.
 */
export function unlessOnlyDialog({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search;
  const isOnlyDialog = formMethod === undefined && isSamePage && currentUrl.hash !== nextUrl.hash;
  return !isOnlyDialog && defaultShouldRevalidate;
}

function parse(hash: string): OpenDialog | undefined {
  if (hash === '#add') return { kind: 'add' };
  const [, key] = /^#edit\/(.+)$/.exec(hash) ?? [];
  if (key === undefined) return undefined;
  try {
    return { kind: 'edit', key: decodeURIComponent(key) };
  } catch {
    return undefined;
  }
}

function isFromScreen(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromScreen' in state;
}

function neverChanges() {
  return () => undefined;
}

function isTrue() {
  return true;
}

function isFalse() {
  return false;
}
