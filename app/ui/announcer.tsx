import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';

type Say = (text: string) => void;

let sayNow: Say | undefined;
/** Announced as the page came alive, before there was anything to say it with. */
let unsaid: string | undefined;

/** Has a screen reader say, once it has finished its sentence, what others see happen. */
export function announce(text: string): void {
  if (sayNow) sayNow(text);
  else unsaid = text;
}

function speakWith(say: Say): () => void {
  sayNow = say;
  if (unsaid !== undefined) say(unsaid);
  unsaid = undefined;
  return () => {
    sayNow = undefined;
  };
}

/** The bar shows that a page is on its way; after so long a screen reader says it too. */
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

/** A new page begins at its beginning for the keyboard too; anyone who goes back goes on at the link that led away. */
function usePageChanges(): void {
  const { pathname, hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  const followed = useRef(new Map<string, string>());
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    announce(document.title.split(' · ')[0] ?? '');
    const main = document.querySelector('main');
    const { activeElement } = document;
    if (activeElement !== main && main?.contains(activeElement)) return;
    const place = isReturn && main ? linkTo(followed.current.get(key), main) : undefined;
    (place ?? main)?.focus({ preventScroll: true });
  }, [pathname, key, isReturn]);
  useEffect(() => {
    const links = followed.current;
    const note = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('main a')?.getAttribute('href');
      if (link) links.set(key, link);
    };
    document.addEventListener('click', note);
    return () => document.removeEventListener('click', note);
  }, [key]);
  // A link into a page leads the keyboard there as well; who comes back to such an address has a place already.
  useEffect(() => {
    if (hash && !isReturn) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key, isReturn]);
}

function linkTo(href: string | undefined, main: HTMLElement): HTMLElement | undefined {
  return [...main.querySelectorAll('a')].find((link) => link.getAttribute('href') === href);
}

function useLongWaits(): void {
  const isGoing = useNavigation().state === 'loading';
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => announce('Loading the page'), LONG_MS);
    return () => clearTimeout(timer);
  }, [isGoing]);
}
