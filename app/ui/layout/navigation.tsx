import { useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react';
import { useLocation, useMatch, useNavigation } from 'react-router';
import { Menu } from '../icons.tsx';
import type { MenuLink, SiteFacts } from '../site-facts.ts';
import { ButtonLink } from '../button.tsx';
import { BarLink, SmartLink } from '../smart-link.tsx';
import { background } from '../live/background-work.ts';
import { ClubMark } from './club-mark.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import * as styles from './navigation.module.css';

const LINKS = [
  ['/team', 'Team'],
  ['/events', 'Events'],
  ['/guide', 'CS Guide'],
  ['/contact', 'Contact'],
] as const;

/** Without 'Join'. If there would be more, the last of the club's own pages are under 'More'. */
const MOST_ENTRIES = 7;

/** Pixels scrolled until the bar on the home page is white (product.md 2, Navigation). */
const SCROLL_THRESHOLD = 30;

export function Navigation({ facts }: { facts: SiteFacts }) {
  const { key } = useLocation();
  const bar = useRef<HTMLElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const isHome = useMatch('/home') !== null;
  useBarOpacity(bar, isHome);
  useFoldedMenu(menu, key);

  return (
    <header ref={bar} className={styles.bar} data-home={isHome || undefined}>
      <nav className={styles.inner} aria-label="Main">
        <SmartLink to="/home" className={styles.logo ?? ''}>
          <ClubMark facts={facts} />
          <span className="visually-hidden"> home</span>
        </SmartLink>
        <div className={styles.wide}>
          <ButtonLink to="/links" className={styles.join} data-quiet={facts.visitor.admin || undefined}>
            Join
          </ButtonLink>
          <Items facts={facts} />
        </div>
        <button type="button" className={styles.burger} popoverTarget="menu" aria-label="Menu">
          <Menu size={28} />
        </button>
      </nav>
      <div id="menu" popover="auto" ref={menu} className={styles.overlay} onToggle={onToggle}>
        <nav aria-label="Menu" className={styles.items} onClickCapture={closeUnlessPrefetched}>
          <Item to="/home" label="Home" />
          <Items facts={facts} />
          <ButtonLink to="/links" className={styles.join} data-quiet={facts.visitor.admin || undefined}>
            Join
          </ButtonLink>
        </nav>
      </div>
      <LoadingBar />
      <OfflineNotice />
    </header>
  );
}

/**
 * Shown while the next page is loading. It is a component of its own so that the bar's links are not rendered again.
 */
function LoadingBar() {
  return useNavigation().state !== 'idle' && <div className={styles.going} data-going />;
}

function Items({ facts: { pages, visitor } }: { facts: SiteFacts }) {
  const { key } = useLocation();
  const room = MOST_ENTRIES - LINKS.length - Number(visitor.admin) - Number(visitor.signedIn);
  return (
    <>
      {LINKS.map(([to, label]) => (
        <Item key={to} to={to} label={label} />
      ))}
      {pages.menu.slice(0, room).map((page) => (
        <OwnItem key={page.path} {...page} />
      ))}
      {pages.menu.length > room && (
        // The key folds it again on the next page.
        <details key={key} className={styles.more}>
          <summary className={styles.item}>More</summary>
          <div>
            {pages.menu.slice(room).map((page) => (
              <OwnItem key={page.path} {...page} />
            ))}
          </div>
        </details>
      )}
      {visitor.admin && <Item to="/admin" label="Admin" />}
      {visitor.signedIn && <Item to="/auth/logout" label="Logout" />}
    </>
  );
}

function OwnItem({ path, title }: MenuLink) {
  return <Item to={path} label={title} isOwn />;
}

/** `isOwn`: one of the club's own pages, whose title may be long. */
function Item({ to, label, isOwn }: { to: string; label: string; isOwn?: boolean }) {
  return (
    // A page that is cached for everyone does not know the admin area's routes.
    <BarLink to={to} reloadDocument={to === '/admin'} className={styles.item ?? ''} data-own={isOwn} dir="auto">
      {label}
    </BarLink>
  );
}

function onToggle({ newState }: React.ToggleEvent<HTMLElement>): void {
  noteOpen(newState === 'open');
}

function noteOpen(isOpen: boolean): void {
  keepFocusInside(isOpen);
  // Somebody who opens the menu is about to press one of its links, and a finger does not hover first.
  if (isOpen) for (const page of ['/home', ...LINKS.map(([to]) => to), '/links']) background.prefetch(page);
}

/**
 * If the next page has been prefetched, the menu closes together with the page change: one frame to draw instead of
 * two.
 */
function closeUnlessPrefetched({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link && !background.hasArrived(link.pathname)) currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
}

/** While the overlay covers the page, the focus stays in the bar and the overlay. */
function keepFocusInside(isOpen: boolean): void {
  for (const behind of document.querySelectorAll('main, footer, aside')) {
    behind.toggleAttribute('inert', isOpen);
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

/** Closes the overlay on navigation and when the window gets wide, so that nothing stays covered or inert. */
function useFoldedMenu(menu: React.RefObject<HTMLElement | null>, place: string): void {
  const openedAt = useRef(place);
  useLayoutEffect(() => {
    if (openedAt.current === place) {
      // The menu may have been opened before hydration.
      noteOpen(menu.current?.matches(':popover-open') ?? false);
      return;
    }
    openedAt.current = place;
    // The menu's toggle event comes only after the next page has been given the focus.
    keepFocusInside(false);
    menu.current?.hidePopover();
  }, [menu, place]);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 65.3rem)');
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
