import { useContext, useEffect } from 'react';
import {
  UNSAFE_DataRouterContext as RouterContext,
  UNSAFE_decodeViaTurboStream as decode,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router';
import { inBackground } from '../in-background.ts';
import { beginWork, type Results } from './background-work.ts';

interface PrefetchedPage {
  requestedAt: number;
  hasArrived: boolean;
  results: Promise<Results | undefined>;
}

/**
 * How long prefetched data may be used. Live updates report what has changed meanwhile, but they are not always
 * available.
 */
const FRESH_MS = 30_000;
const SIGNS_IN_OR_OUT = /^\/auth\//;

/** By path and query: what the router would be given for the page. */
const cached = new Map<string, PrefetchedPage>();

export function usePrefetch(): void {
  const router = useContext(RouterContext)?.router;
  const framework = useContext(FrameworkContext);
  useEffect(() => {
    if (!router || !framework) return;
    const { manifest, routeModules } = framework;
    const prefetch = (page: string) => {
      // Without a network, the router would load the document anew, and what is typed would be lost.
      if (freshAt(page) || !navigator.onLine || SIGNS_IN_OR_OUT.test(page)) return;
      const route = manifest.routes[router.match(page)?.at(-1)?.route.id ?? ''];
      if (!route || page === location.pathname + location.search) return;
      const { id, module, imports = [], hasLoader, hasClientLoader } = route;
      for (const href of imports) preload(href);
      const run = async () => {
        routeModules[id] ??= await import(/* @vite-ignore */ module);
      };
      // If this fails, somebody who presses the link will see it.
      inBackground(run().catch(() => undefined));
      if (hasLoader && !hasClientLoader) cache(page, load(page, id));
    };
    beginWork({ prefetch, hasArrived, forgetPrefetched, takePrefetched });
  }, [router, framework]);
}

function hasArrived(page: string): boolean {
  return freshAt(page)?.hasArrived ?? false;
}

function freshAt(page: string): PrefetchedPage | undefined {
  const found = cached.get(page);
  return found && performance.now() - found.requestedAt < FRESH_MS ? found : undefined;
}

export function forgetPrefetched(): void {
  cached.clear();
}

async function takePrefetched(page: string): Promise<Results | undefined> {
  const found = freshAt(page);
  cached.delete(page);
  return found?.results;
}

function cache(page: string, loading: Promise<Results | undefined>): void {
  const prefetched: PrefetchedPage = {
    requestedAt: performance.now(),
    hasArrived: false,
    results: loading
      .catch(() => undefined)
      .then((results) => {
        prefetched.hasArrived = results !== undefined;
        if (!results && cached.get(page) === prefetched) cached.delete(page);
        return results;
      }),
  };
  for (const former of cached.keys()) if (!freshAt(former)) cached.delete(former);
  cached.set(page, prefetched);
}

function preload(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
}

/** The data of the route `id`, requested as the router does; undefined for a redirect or an error. */
async function load(page: string, id: string): Promise<Results | undefined> {
  const address = new URL(page, location.href);
  address.pathname += '.data';
  address.searchParams.set('_routes', id);
  const { body, ok } = await fetch(address);
  if (!ok || !body) return undefined;
  const { value, done } = await decode(body, window);
  // Whoever leaves the page cuts off what is still on its way.
  done.catch(() => undefined);
  const found = isRecord(value) ? value[id] : undefined;
  return isRecord(found) && 'data' in found ? { [id]: { type: 'data', result: found.data } } : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
