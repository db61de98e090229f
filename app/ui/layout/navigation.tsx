import { useEffect, useRef } from 'react';
import { NavLink, useLocation, useMatch, useNavigation } from 'react-router';
import { Menu } from '../icons.tsx';
import type { SiteFacts } from '../site-facts.ts';
import { ButtonLink } from '../button.tsx';
import { SmartLink } from '../smart-link.tsx';
import { usePrefetch } from '../use-online.ts';
import { ClubMark } from './club-mark.tsx';
import styles from './navigation.module.css';

const LINKS = [
  ['/team', 'Team'],
  ['/events', 'Events'],
  ['/guide', 'CS Guide'],
  ['/contact', 'Contact'],
] as const;

/** The page has been scrolled this far, in pixels, when the bar on the home page is white (product.md 9). */
const SCROLL_THRESHOLD = 30;

export function Navigation({ facts }: { facts: SiteFacts }) {
  const { pathname } = useLocation();
  const isGoing = useNavigation().state !== 'idle';
  const bar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const isHome = useMatch('/home') !== null;
  useBarOpacity(bar, isHome);
  useFoldedMenu(menu, pathname);

  return (
    <header ref={bar} className={styles.bar} data-home={isHome || undefined} data-going={isGoing || undefined}>
      <nav className={styles.inner} aria-label="Main">
        <SmartLink to="/home" className={styles.logo ?? ''}>
          <ClubMark facts={facts} />
          <span className="visually-hidden"> home</span>
        </SmartLink>
        <div className={styles.wide}>
          <ButtonLink to="/links" className={styles.join}>
            Join
          </ButtonLink>
          <Items facts={facts} />
        </div>
        <button type="button" className={styles.burger} popoverTarget="menu" aria-label="Menu">
          <Menu size={28} />
        </button>
      </nav>
      <div id="menu" popover="auto" ref={menu} className={styles.overlay} onToggle={keepFocusInside}>
        <nav aria-label="Menu" className={styles.items} onClickCapture={() => menu.current?.hidePopover()}>
          <Item to="/home" label="Home" isAhead />
          <Items facts={facts} isAhead />
          <ButtonLink to="/links" className={styles.join}>
            Join
          </ButtonLink>
        </nav>
      </div>
    </header>
  );
}

function Items({ facts, isAhead }: { facts: SiteFacts; isAhead?: boolean }) {
  return (
    <>
      {LINKS.map(([to, label]) => (
        <Item key={to} to={to} label={label} isAhead={isAhead} />
      ))}
      {facts.visitor.admin && <Item to="/admin" label="Admin" />}
      {facts.visitor.signedIn && <Item to="/auth/logout" label="Logout" />}
    </>
  );
}

/** Whoever opens the menu is about to press one of its links, and a finger does not point before: `isAhead`. */
function Item({ to, label, isAhead = false }: { to: string; label: string; isAhead?: boolean | undefined }) {
  const online = usePrefetch();
  const prefetch = isAhead && online === 'intent' ? 'viewport' : online;
  // A page made for everyone does not know the admin area's routes.
  const isElsewhere = to === '/admin';
  return (
    <NavLink
      to={to}
      prefetch={isElsewhere || to.startsWith('/auth') ? 'none' : prefetch}
      reloadDocument={isElsewhere}
      viewTransition
      className={styles.item ?? ''}
    >
      {label}
    </NavLink>
  );
}

/** While the overlay covers the page, the keyboard stays in the bar and the overlay. */
function keepFocusInside(event: React.ToggleEvent<HTMLElement>): void {
  for (const behind of document.querySelectorAll('body > main, body > footer')) {
    behind.toggleAttribute('inert', event.newState === 'open');
  }
}

function useBarOpacity(bar: React.RefObject<HTMLElement | null>, isHome: boolean): void {
  useEffect(() => {
    const update = () => {
      const opacity = isHome ? Math.min(window.scrollY, SCROLL_THRESHOLD) / SCROLL_THRESHOLD : 1;
      bar.current?.style.setProperty('--bar-opacity', String(opacity));
    };
    update();
    if (!isHome) return;
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [bar, isHome]);
}

/** The overlay goes with the screen it was opened on, and with the width that has it: nothing stays covered or inert. */
function useFoldedMenu(menu: React.RefObject<HTMLElement | null>, pathname: string): void {
  useEffect(() => menu.current?.hidePopover(), [menu, pathname]);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 1045px)');
    const fold = () => menu.current?.hidePopover();
    wide.addEventListener('change', fold);
    return () => wide.removeEventListener('change', fold);
  }, [menu]);
}

export const ADMIN_CONTENT = 'screen_content';

export function SkipLink() {
  const isAdmin = useMatch('/admin/*') !== null;
  return (
    <a href={isAdmin ? `#${ADMIN_CONTENT}` : '#page_content'} className="skip-link">
      Skip to content
    </a>
  );
}
