import type { ComponentProps } from 'react';
import { Link, useLocation } from 'react-router';
import { leadsOutside } from '../html/leads-outside.ts';
import { PREFETCHING } from './live/prefetch.ts';

/** The id of the text that describes links opening in a new tab (app/root.tsx). */
export const NEW_TAB = 'new-tab';

export const newTab = { target: '_blank', rel: 'noopener noreferrer', 'aria-describedby': NEW_TAB } as const;

type SmartLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string };

/** A link to another site opens in a new tab (product.md 2); all others stay in the application. */
export function SmartLink({ to, children, ...rest }: SmartLinkProps) {
  const isOutside = leadsOutside(to);
  if (isOutside || /^mailto:/i.test(to)) {
    const { className, onClick, style } = rest;
    return (
      <a href={to} {...(isOutside && newTab)} className={className} onClick={onClick} style={style}>
        {children}
      </a>
    );
  }
  // Whatever the browser loads itself, such as a file, is not a page to prefetch.
  return (
    <Link to={to} {...(!rest.reloadDocument && PREFETCHING)} {...rest}>
      {children}
    </Link>
  );
}

/** A link in a bar, marked as current if the open page is its target or below it. */
export function BarLink({ to, ...rest }: SmartLinkProps) {
  const { pathname } = useLocation();
  const isCurrent = `${pathname}/`.startsWith(`${to}/`);
  return <SmartLink to={to} aria-current={isCurrent ? 'page' : undefined} {...rest} />;
}
