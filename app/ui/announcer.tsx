import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';

type Say = (text: string) => void;

let sayNow: Say | undefined;
/** A text that was announced during hydration, before the Announcer was there. */
let unsaid: string | undefined;

/** Has a screen reader say, after its current sentence, what others see happen. */
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

/** The bar shows that a page is loading; after this long, a screen reader says it too. */
const LONG_MS = 1000;

/**
 * Says what is announced. For a page that comes without loading the document, it says the page's name, as a browser
 * would.
 */
export function Announcer() {
  const [message, setMessage] = useState({ text: '', count: 0 });
  useEffect(() => speakWith((text) => setMessage(({ count }) => ({ text, count: count + 1 }))), []);
  usePageChanges();
  useLongWaits();
  return (
    <div role="status" className="visually-hidden">
      {/* The key makes a repeated text count as new. */}
      <p key={message.count}>{message.text}</p>
    </div>
  );
}

/** Moves the focus to the start of a new page, and after Back to the link that was followed. */
function usePageChanges(): void {
  const { pathname, hash, key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const shownPath = useRef(pathname);
  const followedLinks = useRef(new Map<string, string>());
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    announce(document.title.split(' · ').slice(0, -1).join(' · ') || document.title);
    const main = document.querySelector('main');
    const { activeElement } = document;
    if (activeElement !== main && main?.contains(activeElement)) return;
    const place = isReturn && main ? linkTo(followedLinks.current.get(key), main) : undefined;
    (place ?? main)?.focus({ preventScroll: true });
  }, [pathname, key, isReturn]);
  useEffect(() => {
    const links = followedLinks.current;
    const note = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('main a')?.getAttribute('href');
      if (link) links.set(key, link);
    };
    document.addEventListener('click', note);
    return () => document.removeEventListener('click', note);
  }, [key]);
  // A link to '#…' moves the focus there too, but not on the way back, when the browser restores the place.
  useEffect(() => {
    if (hash && !isReturn) document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
  }, [hash, key, isReturn]);
}

function linkTo(href: string | undefined, main: HTMLElement): HTMLElement | undefined {
  return [...main.querySelectorAll('a')].find((link) => link.getAttribute('href') === href);
}

function useLongWaits(): void {
  const isLoading = useNavigation().state === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => announce('Loading the page'), LONG_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
}
