import type { ComponentProps } from 'react';

interface DrawnProps extends Pick<ComponentProps<'div'>, 'className' | 'aria-live'> {
  html: string;
}

/** What needs no script: the server draws it, and it stands in the page as it is. Its styles have to be named beside it. */
export function Drawn({ html, ...rest }: DrawnProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
