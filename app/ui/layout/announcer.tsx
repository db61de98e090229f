import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { announce, speakWith } from '../announce.ts';

/** Whoever sees the screen is told by the bar that a page is on its way; after so long a screen reader says it too. */
const LONG_MS = 1000;

/** Says what is announced, and for each page that comes without loading the document what a browser would: its name. */
export function Announcer() {
  const [said, setSaid] = useState({ text: '', count: 0 });
  useEffect(() => speakWith((text) => setSaid(({ count }) => ({ text, count: count + 1 }))), []);
  usePageChanges();
  useLongWaits();
  return (
    <div role="status" className="visually-hidden">
      {/* The same words again are news again. */}
      <p key={said.count}>{said.text}</p>
    </div>
  );
}

/** A new page begins at its beginning for the keyboard too, unless it, or a bar that stays, has the focus already. */
function usePageChanges(): void {
  const { pathname, hash, key } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    announce(document.title.split(' · ')[0] ?? '');
    const main = document.querySelector('main');
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
  }, [pathname]);
  // A link into a page leads the keyboard there as well.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key]);
}

function useLongWaits(): void {
  const isGoing = useNavigation().state === 'loading';
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => announce('Loading the page'), LONG_MS);
    return () => clearTimeout(timer);
  }, [isGoing]);
}
