import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigation, useRevalidator } from 'react-router';
import { ON_EVERY_PAGE, type Dependency } from '../../domain/dependency.ts';
import type { Topic } from '../../domain/topics.ts';
import { announce } from '../announcer.tsx';
import { inBackground } from '../in-background.ts';
import { followLive } from './connection.ts';
import { forgetPrefetched } from './prefetched.ts';

/** What a route exports as `handle`: the topics that its loader's data depends on. */
export interface LiveHandle {
  topics: Topic[];
  alsoOn?: (params: Record<string, string | undefined>, loaderData: unknown) => Dependency[];
}

/** Changes within this time lead to one request. */
const GATHER_MS = 100;

/** Follows `/live`, and reloads the page's data when its routes' topics change or news may have been missed. */
export function useLive(): void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const matches = useMatches();
  const location = useLocation();
  const topics = useRef(new Set<string>());
  const page = useRef({ isIdle: true, isDue: false });
  const drawnPage = useRef('');
  /** Topics that changed while another page was loading: its data may be from before the change. */
  const missedTopics = useRef(new Set<string>());
  const before = useRef<{ page: string; text: string }>(null);
  const isIdle = state === 'idle' && navigation.state === 'idle';
  const askAgain = useCallback(() => {
    before.current = { page: window.location.href, text: textOnPage() };
    inBackground(revalidate());
  }, [revalidate]);

  useEffect(() => {
    topics.current = new Set(['*', 'user', ...ON_EVERY_PAGE, ...matches.flatMap(dependenciesOf)]);
    drawnPage.current = location.pathname + location.search;
    const isSamePage = before.current?.page === window.location.href;
    if (isSamePage && before.current?.text !== textOnPage()) announce('This page has just been updated.');
    before.current = null;
    if ([...missedTopics.current].some((topic) => topics.current.has(topic))) {
      // A prefetched page arrives without a loading state.
      if (page.current.isIdle) inBackground(revalidate());
      else page.current.isDue = true;
    }
    missedTopics.current.clear();
  }, [matches, location, revalidate]);

  useEffect(() => {
    // Lets a running navigation or revalidation finish first, so that many changes cannot hold it up.
    const isDue = isIdle && page.current.isDue;
    page.current = { isIdle, isDue: page.current.isDue && !isIdle };
    if (isDue) askAgain();
  }, [isIdle, askAgain]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      if (page.current.isIdle) askAgain();
      else page.current.isDue = true;
    };
    const gather = (changed: string[], spread: number) => {
      forgetPrefetched();
      const isOfPage = changed.some((topic) => topics.current.has(topic));
      const isDrawn = drawnPage.current === window.location.pathname + window.location.search;
      if (!(page.current.isIdle && isDrawn) && !isOfPage) for (const topic of changed) missedTopics.current.add(topic);
      if (timer || !isOfPage) return;
      timer = setTimeout(ask, GATHER_MS + Math.random() * spread);
    };
    const stop = followLive(gather);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [askAgain]);
}

/**
 * The page's text, to tell whether an update changed anything worth announcing. Forms are left out: using them changes
 * their text too, and they announce everything else themselves.
 */
function textOnPage(): string {
  const main = document.querySelector('main');
  let text = main?.textContent ?? '';
  for (const form of main?.querySelectorAll('form') ?? []) text = text.replace(form.textContent, '');
  return text;
}

function dependenciesOf({ handle, params, loaderData }: ReturnType<typeof useMatches>[number]): Dependency[] {
  return isLive(handle) ? [...handle.topics, ...(handle.alsoOn?.(params, loaderData) ?? [])] : [];
}

function isLive(handle: unknown): handle is LiveHandle {
  return typeof handle === 'object' && handle !== null && 'topics' in handle && Array.isArray(handle.topics);
}
