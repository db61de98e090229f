import { useEffect, useId, useRef, useState, type KeyboardEvent, type ToggleEvent } from 'react';
import { flushSync } from 'react-dom';
import * as icon from '../icon-button.module.css';
import * as popover from '../menu.module.css';
import { EllipsisVertical } from './icons.tsx';
import * as styles from './menu-button.module.css';

export interface MenuItem {
  label: string;
  choose: () => void;
}

/** The browser's own popover as a menu: Escape or a press elsewhere closes it, and the focus returns to the button. */
export function MenuButton({ label, items }: { label: string; items: MenuItem[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const { menu, isOpen, onButtonKey, ...toggled } = useOpening();
  const choose = (item: MenuItem) => {
    menu.current?.hidePopover();
    // A dialog that opens now will return the focus here.
    button.current?.focus();
    item.choose();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={icon.icon}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        onKeyDown={onButtonKey}
      >
        <EllipsisVertical size={20} />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={`${popover.menu} ${styles.menu}`}
        {...toggled}
        onKeyDown={(event) => onMenuKey(event, menu.current)}
      >
        {isOpen && (
          <>
            <p className={styles.title} aria-hidden>
              {label}
            </p>
            {items.map((item) => (
              <button key={item.label} type="button" role="menuitem" tabIndex={-1} onClick={() => choose(item)}>
                {item.label}
              </button>
            ))}
          </>
        )}
      </div>
    </>
  );
}

/** The items are drawn just before the menu opens. The first one gets the focus, or the last one after the up arrow. */
function useOpening() {
  const menu = useRef<HTMLDivElement>(null);
  const isFromBelow = useRef(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The button was pressed before hydration, so the menu is open but still has no items.
    if (menu.current?.matches(':popover-open')) setOpen(true);
  }, []);
  return {
    menu,
    isOpen,
    onButtonKey: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      isFromBelow.current = event.key === 'ArrowUp';
      // A click tells the browser which button the menu belongs to; showPopover() would not.
      event.currentTarget.click();
    },
    onBeforeToggle: ({ newState }: ToggleEvent) => {
      if (newState === 'open') flushSync(() => setOpen(true));
    },
    onToggle: ({ newState }: ToggleEvent) => {
      if (newState === 'closed') return setOpen(false);
      const items = itemsIn(menu.current);
      items.at(isFromBelow.current ? -1 : 0)?.focus();
      isFromBelow.current = false;
    },
  };
}

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
}

function onMenuKey(event: KeyboardEvent, menu: HTMLElement | null): void {
  const items = itemsIn(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  // The focus is back on the button, so the browser goes on from there.
  if (event.key === 'Tab') return menu?.hidePopover();
  const next = nextItem(items, at, event.key);
  if (!next) return undefined;
  event.preventDefault();
  return next.focus();
}

function nextItem(items: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const begins = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(key.toLowerCase());
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins);
}
