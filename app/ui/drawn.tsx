import type { ComponentProps } from 'react';

interface DrawnProps extends Pick<ComponentProps<'div'>, 'className' | 'aria-live'> {
  html: string;
}

/** HTML that the server drew and that needs no script. Its style sheet has to be imported where this is used. */
export function Drawn({ html, ...rest }: DrawnProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
