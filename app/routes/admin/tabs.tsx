import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { ADMIN_SCREENS } from '../../admin-screens.ts';
import { can, type Role } from '../../domain/roles.ts';
import * as fields from '../../ui/form/field.module.css';
import { BarLink } from '../../ui/smart-link.tsx';
import * as styles from './tabs.module.css';

interface Screen {
  to: string;
  label: string;
}

interface Group {
  title: string;
  screens: Screen[];
}

const GROUPS = ['People and access', 'Site', 'Records'] as const;

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
  const screens = Object.entries(ADMIN_SCREENS)
    .filter(([, one]) => (one.needs === undefined || can(role, one.needs)) && (one.with === undefined || has[one.with]))
    .map(([name, { label, in: group }]) => ({ to: `/admin/${name}`, label, group }));
  const isCurrent = ({ to }: Screen) => `${pathname}/`.startsWith(`${to}/`);
  const tabs = screens.filter(({ group }) => group === 'tabs');
  const current = screens.filter((one) => one.group !== undefined && one.group !== 'tabs' && isCurrent(one));
  const groups = GROUPS.map((title) => ({
    title,
    screens: screens.filter((one) => one.group === title && !isCurrent(one)),
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
        <More key={pathname} groups={groups} />
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
    // Somebody who has scrolled the tabs already is looking for another one.
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

function More({ groups }: { groups: Group[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState('');
  useFoldElsewhere(menu);
  const found = groups
    .map(({ title, screens }) => ({ title, screens: screens.filter(({ label }) => isFound(label, wanted)) }))
    .filter(({ screens }) => screens.length > 0);
  const onKeyDown = ({ key, target }: KeyboardEvent<HTMLElement>) => {
    if (key === 'Enter' && target instanceof HTMLInputElement)
      menu.current?.querySelector<HTMLElement>('li a')?.click();
    if (key !== 'Escape' || !menu.current) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  const onToggle = () => {
    if (!menu.current?.open) return setWanted('');
    // A finger would be met by a keyboard that covers the menu.
    if (matchMedia('(hover: hover)').matches) menu.current.querySelector('input')?.focus();
  };
  return (
    <details ref={menu} className={styles.more} onKeyDown={onKeyDown} onToggle={onToggle}>
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
        {found.map((group) => (
          <GroupLinks key={group.title} {...group} />
        ))}
        <output>{found.length === 0 && 'No screen found.'}</output>
      </div>
    </details>
  );
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

function isFound(label: string, wanted: string): boolean {
  return label.toLowerCase().includes(wanted.trim().toLowerCase());
}

/** Closes it as menus close: at a press or focus outside it. */
function useFoldElsewhere(menu: React.RefObject<HTMLDetailsElement | null>): void {
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
