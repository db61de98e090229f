import type { ComponentProps } from 'react';
import { background } from './background-work.ts';

/** Somebody who points at a link for this long means to press it. */
const POINTED_MS = 100;

let timer: ReturnType<typeof setTimeout> | undefined;

const pageOf = (link: HTMLAnchorElement) => link.pathname + link.search;
export const cancelPrefetch = () => clearTimeout(timer);
const prefetchSoon = ({ currentTarget: link }: { currentTarget: HTMLAnchorElement }) => {
  cancelPrefetch();
  timer = setTimeout(() => background.prefetch(pageOf(link)), POINTED_MS);
};

/**
 * For links within the site, instead of the router's own prefetching, which requests the page again when the link is
 * pressed.
 */
export const PREFETCHING = {
  onMouseEnter: prefetchSoon,
  onMouseLeave: cancelPrefetch,
  onFocus: prefetchSoon,
  onBlur: cancelPrefetch,
  onTouchStart: ({ currentTarget: link }) => background.prefetch(pageOf(link)),
} satisfies ComponentProps<'a'>;
