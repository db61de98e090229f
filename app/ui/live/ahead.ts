import { useContext, useEffect, type ComponentProps } from 'react';
import {
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_FrameworkContext as FrameworkContext,
  type DataStrategyResult,
} from 'react-router';
import { inBackground } from '../in-background.ts';

type Results = Record<string, DataStrategyResult>;

interface Ahead {
  askedAt: number;
  hasArrived: boolean;
  results: Promise<Results | undefined>;
}

/** Data asked for ahead is used for so long: what is changed meanwhile is told, but not where the live updates cannot be had. */
const FRESH_MS = 30_000;
/** Whoever points at a link for so long means it. */
const MEANT_MS = 100;
const SIGNS_IN_OR_OUT = /^\/auth\//;

/** By path and query, what the router would be given for the page. */
const kept = new Map<string, Ahead>();
let ask: (page: string) => void = () => undefined;
let meant: ReturnType<typeof setTimeout> | undefined;

/** Asks for a page before its link is pressed: for its scripts, and for its data where no script of its own loads them. */
export function askAhead(page: string): void {
  // Without a network the router would load the document anew, and what is typed would be lost.
  if (!freshAt(page) && navigator.onLine && !SIGNS_IN_OR_OUT.test(page)) ask(page);
}

export function hasArrived(page: string): boolean {
  return freshAt(page)?.hasArrived ?? false;
}

function freshAt(page: string): Ahead | undefined {
  const found = kept.get(page);
  return found && performance.now() - found.askedAt < FRESH_MS ? found : undefined;
}

/** Called where something has been changed, or may have been. */
export function forgetAhead(): void {
  kept.clear();
}

/** What was asked for ahead of `page`, once; undefined where nothing was, or it could not be had. */
export async function takeAhead(page: string): Promise<Results | undefined> {
  isNotMeant();
  const found = freshAt(page);
  kept.delete(page);
  return found?.results;
}

const pageOf = (link: HTMLAnchorElement) => link.pathname + link.search;
const isNotMeant = () => clearTimeout(meant);
const mayBeMeant = ({ currentTarget: link }: { currentTarget: HTMLAnchorElement }) => {
  isNotMeant();
  meant = setTimeout(() => askAhead(pageOf(link)), MEANT_MS);
};

/** For a link to a page of the site, instead of the router's own way, which asks once more when the link is pressed. */
export const ASKING_AHEAD = {
  onMouseEnter: mayBeMeant,
  onMouseLeave: isNotMeant,
  onFocus: mayBeMeant,
  onBlur: isNotMeant,
  onTouchStart: ({ currentTarget: link }) => askAhead(pageOf(link)),
} satisfies ComponentProps<'a'>;

export function useAhead(): void {
  const router = useContext(RouterContext)?.router;
  const framework = useContext(FrameworkContext);
  useEffect(() => {
    if (!router || !framework) return;
    const { manifest, routeModules } = framework;
    ask = (page) => {
      const route = manifest.routes[router.match(page)?.at(-1)?.route.id ?? ''];
      if (!route || page === location.pathname + location.search) return;
      const { id, module, imports = [], hasLoader, hasClientLoader } = route;
      for (const href of imports) preload(href);
      const run = async () => {
        routeModules[id] ??= await import(/* @vite-ignore */ module);
      };
      // Whoever presses the link is told that it cannot be had.
      inBackground(run().catch(() => undefined));
      if (!hasLoader || hasClientLoader) return;
      keep(page, load(page, id));
    };
  }, [router, framework]);
}

function keep(page: string, loading: Promise<Results | undefined>): void {
  const asked: Ahead = {
    askedAt: performance.now(),
    hasArrived: false,
    results: loading
      .catch(() => undefined)
      .then((results) => {
        asked.hasArrived = results !== undefined;
        if (!results && kept.get(page) === asked) kept.delete(page);
        return results;
      }),
  };
  for (const former of kept.keys()) if (!freshAt(former)) kept.delete(former);
  kept.set(page, asked);
}

function preload(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** The data of the route `id`, as the router asks for them; undefined for a way elsewhere and for an error. */
async function load(page: string, id: string): Promise<Results | undefined> {
  const address = new URL(page, location.href);
  address.pathname += '.data';
  address.searchParams.set('_routes', id);
  const { body, ok } = await fetch(address);
  if (!ok || !body) return undefined;
  const { value } = await decode(body, window);
  const found = isRecord(value) ? value[id] : undefined;
  return isRecord(found) && 'data' in found ? { [id]: { type: 'data', result: found.data } } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
