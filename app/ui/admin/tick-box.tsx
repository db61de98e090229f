import type { ComponentProps } from 'react';
import * as fields from '../form/field.module.css';
import * as styles from './tick-box.module.css';

interface TickBoxProps extends Pick<ComponentProps<'input'>, 'ref' | 'checked'> {
  label: string;
  onChange: (isTicked: boolean) => void;
}

/** A checkbox in a table row, with room around it for a finger. */
export function TickBox({ label, onChange, ...box }: TickBoxProps) {
  return (
    <label className={`${fields.choice} ${styles.box}`}>
      <input
        {...box}
        type="checkbox"
        aria-label={label}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
