import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import { focusMain } from './focus-main.ts';
import { X } from './icons.tsx';
import { IconButton } from './icon-button.tsx';
import { Button } from './button.tsx';
import * as styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Called for Esc, the close button and a phone's back gesture; the dialog stays until it is unmounted. */
  onClose: () => void;
  /** A question, not a form: it stays small on a phone too. */
  small?: boolean;
  /** Fields are in two columns where there is room. */
  wide?: boolean;
  children: ReactNode;
}

/** Mount it to open it, unmount it to close it: the focus then returns to where it was. */
export function Dialog({ title, onClose, small = false, wide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => openModal(dialog.current), []);

  const onKeyDown = (event: KeyboardEvent) => {
    // A browser lets a second Esc close a dialog whatever the page says, and what was typed would be lost.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  const onCancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A file chooser's own cancel event bubbles up to here.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  const onForcedClose = (event: SyntheticEvent<HTMLDialogElement>) => {
    const { currentTarget } = event;
    if (event.target !== currentTarget || currentTarget.open || !currentTarget.isConnected) return;
    currentTarget.showModal();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={[styles.dialog, small && styles.small, wide && styles.wide].filter(Boolean).join(' ')}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={onCancel}
      onClose={onForcedClose}
    >
      <header className={styles.head}>
        <h2 id={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <X size={22} />
        </IconButton>
      </header>
      {children}
    </dialog>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

export function SaveBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

function openModal(dialog: HTMLDialogElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  // A dialog that was opened by the address has no opener.
  const opener = document.activeElement === document.body ? null : document.activeElement;
  dialog.showModal();
  firstField(dialog)?.focus();
  return () => {
    showLeaving(dialog);
    // Unmounting alone would not return the focus.
    dialog.close();
    requestAnimationFrame(() => returnFocus(opener));
  };
}

/** The dialog itself is gone at once, for people and programs alike; an empty sheet fades out in its place. */
function showLeaving(dialog: HTMLDialogElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const sheet = document.createElement('div');
  sheet.className = styles.leaving ?? '';
  sheet.ariaHidden = 'true';
  Object.assign(sheet.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  sheet.addEventListener('animationend', () => sheet.remove());
  document.body.append(sheet);
}

function firstField(dialog: HTMLDialogElement): HTMLElement | null {
  for (const wanted of ['[data-autofocus]', 'input:not([type=hidden]), textarea, select', 'h2']) {
    const found = dialog.querySelector<HTMLElement>(wanted);
    if (found) return found;
  }
  return null;
}

function returnFocus(opener: Element | null): void {
  if (hasFocus()) return;
  if (opener instanceof HTMLElement) opener.focus();
  // A toolbar has a part of its own for what is ticked, in which nothing may be left to press.
  for (const near of [opener?.parentElement, opener?.parentElement?.parentElement])
    if (!hasFocus()) near?.querySelector<HTMLElement>('button:enabled')?.focus();
  if (!hasFocus()) focusMain();
}

/** A button that has just been disabled keeps the focus for one more moment. */
function hasFocus(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement !== document.body && !activeElement.matches(':disabled');
}

export interface Confirmation {
  title: string;
  text: string;
  yes: string;
  no: string;
}

interface AskFirstProps extends Confirmation {
  go: () => void;
  onClose: () => void;
}

export function AskFirst({ title, text, yes, no, go, onClose }: AskFirstProps) {
  const goAhead = () => {
    go();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>
        <p>{text}</p>
      </DialogBody>
      <SaveBar>
        <Button quiet onClick={onClose} data-autofocus>
          {no}
        </Button>
        <Button onClick={goAhead}>{yes}</Button>
      </SaveBar>
    </Dialog>
  );
}
