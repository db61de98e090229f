import type { ComponentProps } from 'react';
import * as styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'disabled'> {
  label: string;
  /** It stays focusable: who moved something to an end keeps their place. */
  isOff?: boolean;
}

/** A button of which nothing is seen but the icon in it. */
export function IconButton({ label, isOff = false, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      {...rest}
    />
  );
}
