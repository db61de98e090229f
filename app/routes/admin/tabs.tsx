import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { GROUPS } from '../../admin-screens.ts';
import type { Role } from '../../domain/roles.ts';
import * as fields from '../../ui/form/field.module.css';
import { BarLink } from '../../ui/smart-link.tsx';
import { findScreens, screensFor, type FoundScreen } from './find-screens.ts';
import * as styles from './tabs.module.css';

type Screen = ReturnType<typeof screensFor>[number];

interface Group {
  title: string;
  screens: Screen[];
}

interface TabsProps {
  role: Role | null;
  hasSubmissions: boolean;
  hasMembers: boolean;
  hasDigest: boolean;
}

export function Tabs({ role, hasSubmissions, hasMembers, hasDigest }: TabsProps) {
  const { pathname } = useLocation();
  const row = useCurrentInView();
  const has = { submissions: hasSubmissions, membership: hasMembers, digest: hasDigest };
  const screens = screensFor(role).filter((one) => one.with === undefined || has[one.with]);
  const isCurrent = ({ to }: Screen) => `${pathname}/`.startsWith(`${to}/`);
  const tabs = screens.filter((one) => one.in === 'tabs');
  const current = screens.filter((one) => one.in !== 'tabs' && isCurrent(one));
  const groups = GROUPS.map((title) => ({
    title,
    screens: screens.filter((one) => one.in === title && !isCurrent(one)),
  }));
  return (
    <nav className={styles.bar} aria-label="Admin area">
      <div className={styles.inner}>
        <div ref={row} className={styles.tabs} onFocus={({ target }) => target.scrollIntoView(WHOLE)}>
          {[...tabs, ...current].map(({ to, label }) => (
            <BarLink key={to} to={to} className={styles.tab ?? ''}>
              {label}
            </BarLink>
          ))}
        </div>
        {/* Folded anew at the next screen. */}
        <More key={pathname} groups={groups} screens={screens} />
      </div>
    </nav>
  );
}

const WHOLE = { inline: 'nearest', block: 'nearest' } as const;

function useCurrentInView() {
  const tabs = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const isAlive = useRef(false);
  useEffect(() => {
    // Somebody who has scrolled the tabs already is looking for another tab.
    const isScrolled = !isAlive.current && tabs.current?.scrollLeft !== 0;
    isAlive.current = true;
    if (isScrolled) return;
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!tabs.current || !current) return;
    const { offsetLeft, offsetWidth } = current;
    tabs.current.scrollTo({ left: offsetLeft + offsetWidth / 2 - tabs.current.clientWidth / 2 });
  }, [pathname]);
  return tabs;
}

interface MoreProps {
  groups: Group[];
  /** All screens that may be opened, even those with a tab, because any of them may match the search. */
  screens: Screen[];
}

function More({ groups, screens }: MoreProps) {
  const [wanted, setWanted] = useState('');
  const menu = useMenu(() => setWanted(''));
  return (
    <details className={styles.more} {...menu}>
      <summary className={styles.tab}>More</summary>
      <div className={styles.menu}>
        <search className={styles.find}>
          <label>
            <span>Find a screen</span>
            <input
              className={fields.input}
              type="search"
              autoComplete="off"
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          </label>
        </search>
        {wanted.trim() === '' ? (
          groups.filter((group) => group.screens.length > 0).map((group) => <GroupLinks key={group.title} {...group} />)
        ) : (
          <FoundLinks found={findScreens(screens, wanted)} />
        )}
      </div>
    </details>
  );
}

function FoundLinks({ found }: { found: FoundScreen<Screen>[] }) {
  const id = useId();
  return (
    <>
      <output>{found.length === 0 && 'No screen found.'}</output>
      {found.length > 0 && (
        <ul role="list" aria-label="Screens found" className={styles.found}>
          {found.map(({ to, label, why }) => (
            <li key={to}>
              <BarLink to={to} className={styles.item ?? ''} aria-describedby={why ? `${id}${to}` : undefined}>
                {label}
              </BarLink>
              {why && (
                <span id={`${id}${to}`} className={styles.why}>
                  {why}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Focuses the search when the menu opens. Arrow keys move through the links, Enter opens the first one, Escape closes the menu. */
function useMenu(onFolded: () => void) {
  const menu = useRef<HTMLDetailsElement>(null);
  useFoldElsewhere(menu);
  const fold = () => {
    if (!menu.current) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target } = event;
    if (!menu.current?.open) return;
    if (key === 'Enter' && target instanceof HTMLInputElement) {
      // The same key press would open the menu again, which the link has closed.
      event.preventDefault();
      menu.current.querySelector<HTMLElement>('li a')?.click();
    }
    if (key === 'Escape') fold();
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    const stops = [...menu.current.querySelectorAll<HTMLElement>('input, li a')];
    const at = stops.findIndex((one) => one === target);
    stops.at(key === 'ArrowDown' ? (at + 1) % stops.length : Math.max(at, 0) - 1)?.focus();
  };
  return {
    ref: menu,
    onKeyDown,
    onClick: ({ target }: MouseEvent) => {
      // Any other screen opens with the menu closed.
      if (target instanceof Element && target.closest('a')?.matches('[aria-current=page]')) fold();
    },
    onToggle: () => {
      if (!menu.current?.open) return onFolded();
      // On a touch screen, a keyboard would cover the menu.
      if (matchMedia('(hover: hover)').matches) menu.current.querySelector('input')?.focus();
    },
  };
}

function GroupLinks({ title, screens }: Group) {
  const id = useId();
  return (
    <div>
      <div id={id} className={styles.group}>
        {title}
      </div>
      <ul role="list" aria-labelledby={id}>
        {screens.map(({ to, label }) => (
          <li key={to}>
            <BarLink to={to} className={styles.item ?? ''}>
              {label}
            </BarLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Closes the menu at a press or focus outside it. */
function useFoldElsewhere(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const fold = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    addEventListener('pointerdown', fold);
    addEventListener('focusin', fold);
    return () => {
      removeEventListener('pointerdown', fold);
      removeEventListener('focusin', fold);
    };
  }, [menu]);
}
