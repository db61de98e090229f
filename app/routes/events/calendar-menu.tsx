import type { ReactNode } from 'react';
import type { CalendarLinks } from '../../domain/events/calendar-links.ts';
import * as iconButton from '../../ui/icon-button.module.css';
import { X } from '../../ui/icons.tsx';
import * as menu from '../../ui/menu.module.css';
import { newTab } from '../../ui/smart-link.tsx';
import { CalendarPlus } from './action-icons.tsx';
import * as styles from './calendar-menu.module.css';

interface CalendarMenuProps {
  id: string;
  label: string;
  children: ReactNode;
}

/** The browser's own popover: it opens without JavaScript, and Escape or a click elsewhere closes it. */
export function CalendarMenu({ id, label, children }: CalendarMenuProps) {
  return (
    <div className={styles.calendar}>
      <button type="button" className={styles.plain} popoverTarget={id}>
        <CalendarPlus size={20} />
        <span data-label>{label}</span>
      </button>
      <div
        id={id}
        ref={focusWhenOpen}
        popover="auto"
        role="group"
        aria-labelledby={`${id}-heading`}
        className={`${menu.menu} ${styles.menu}`}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') focusFirst(currentTarget);
        }}
        onClickCapture={({ currentTarget, target }) => {
          if (target instanceof HTMLAnchorElement) currentTarget.hidePopover();
        }}
      >
        <div className={styles.top}>
          <p id={`${id}-heading`} className={styles.heading}>
            {label}
          </p>
          <button
            type="button"
            className={iconButton.icon}
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-label="Close"
          >
            <X size={24} />
          </button>
        </div>
        {children}
      </div>
    </div>
  );
}

function focusFirst(menu: HTMLElement): void {
  menu.querySelector('a')?.focus();
}

/** The menu may have been opened before hydration. */
function focusWhenOpen(menu: HTMLElement | null): void {
  if (menu?.popover && menu.matches(':popover-open')) focusFirst(menu);
}

export function CalendarAddresses({ links: { ics, google, outlook } }: { links: CalendarLinks }) {
  return (
    <>
      <a href={google} {...newTab}>
        Google Calendar
      </a>
      <a href={outlook} {...newTab}>
        Outlook
      </a>
      <a href={ics}>Calendar file (.ics)</a>
    </>
  );
}
