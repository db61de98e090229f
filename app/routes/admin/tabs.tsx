import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';
import { can, type Capability, type Role } from '../../domain/roles.ts';
import * as fields from '../../ui/form/field.module.css';
import { BarLink } from '../../ui/smart-link.tsx';
import * as styles from './tabs.module.css';

interface Screen {
  to: string;
  label: string;
  needs?: Capability;
}

const TABS: Screen[] = [
  { to: '/admin/home', label: 'Home' },
  { to: '/admin/execs', label: 'Execs' },
  { to: '/admin/events', label: 'Events' },
  { to: '/admin/food', label: 'Food' },
  { to: '/admin/dsc', label: 'DSC' },
  { to: '/admin/files', label: 'Files' },
];

const SUBMISSIONS: Screen = { to: '/admin/submissions', label: 'Submissions', needs: 'handle submissions' };
const MEMBERS: Screen = { to: '/admin/members', label: 'Members', needs: 'handle members' };

const DIGEST: Screen = { to: '/admin/digest', label: 'Digest', needs: 'write the digest' };

interface Group {
  title: string;
  screens: Screen[];
}

const MORE: Group[] = [
  {
    title: 'People and access',
    screens: [
      { to: '/admin/people', label: 'People', needs: 'manage the club' },
      { to: '/admin/committees', label: 'Committees', needs: 'manage the club' },
      { to: '/admin/personal-data', label: 'Personal data', needs: 'manage the club' },
      { to: '/admin/handover', label: 'Handover', needs: 'manage the club' },
    ],
  },
  {
    title: 'Site',
    screens: [
      { to: '/admin/pages', label: 'Pages' },
      { to: '/admin/sponsors', label: 'Sponsors' },
      { to: '/admin/links', label: 'Links' },
      { to: '/admin/texts', label: 'Texts', needs: 'change content' },
    ],
  },
  {
    title: 'Records',
    screens: [
      { to: '/admin/dates', label: 'What runs out', needs: 'manage the club' },
      { to: '/admin/year', label: 'The year in figures', needs: 'manage the club' },
      { to: '/admin/trash', label: 'Trash', needs: 'manage the club' },
    ],
  },
];

interface TabsProps {
  role: Role | null;
  hasSubmissions: boolean;
  hasMembers: boolean;
  hasDigest: boolean;
}

export function Tabs({ role, hasSubmissions, hasMembers, hasDigest }: TabsProps) {
  const { pathname } = useLocation();
  const row = useCurrentInView();
  const isOpenTo = ({ needs }: Screen) => needs === undefined || can(role, needs);
  const isCurrent = ({ to }: Screen) => `${pathname}/`.startsWith(`${to}/`);
  const tabs = [...TABS, ...(hasSubmissions ? [SUBMISSIONS] : []), ...(hasMembers ? [MEMBERS] : [])];
  const more = hasDigest ? MORE.map(withDigest) : MORE;
  const current = more.flatMap(({ screens }) => screens).filter(isCurrent);
  const groups = more.map(({ title, screens }) => ({
    title,
    screens: screens.filter((screen) => isOpenTo(screen) && !isCurrent(screen)),
  }));
  return (
    <nav className={styles.bar} aria-label="Admin area">
      <div className={styles.inner}>
        <div ref={row} className={styles.tabs} onFocus={({ target }) => target.scrollIntoView(WHOLE)}>
          {[...tabs, ...current].filter(isOpenTo).map(({ to, label }) => (
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

function withDigest(group: Group): Group {
  return group.title === 'Site' ? { ...group, screens: [...group.screens, DIGEST] } : group;
}

const WHOLE = { inline: 'nearest', block: 'nearest' } as const;

function useCurrentInView() {
  const tabs = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const isAlive = useRef(false);
  useEffect(() => {
    // Anyone who has scrolled them already is on the way to another.
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

/** As a menu does: what is pressed or focused elsewhere folds it. */
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
