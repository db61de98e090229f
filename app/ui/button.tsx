import type { ComponentProps } from 'react';
import * as styles from './button.module.css';
import { SmartLink } from './smart-link.tsx';

type Look = { quiet?: boolean };

function classOf({ quiet }: Look, extra: string | undefined): string {
  return [styles.button, quiet && styles.quiet, extra].filter(Boolean).join(' ');
}

export function Button({ quiet = false, className, type = 'button', ...rest }: ComponentProps<'button'> & Look) {
  return <button type={type} className={classOf({ quiet }, className)} {...rest} />;
}

export function ButtonLink({ quiet = false, className, ...rest }: ComponentProps<typeof SmartLink> & Look) {
  return <SmartLink className={classOf({ quiet }, className)} {...rest} />;
}
