import type { ComponentProps } from 'react';
import * as styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'disabled'> {
  label: string;
  /** Disabled, but still focusable: somebody who moved a row to the end of a list keeps their place. */
  isOff?: boolean;
}

/** A button that shows only an icon. */
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
