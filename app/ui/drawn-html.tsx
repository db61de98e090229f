import type { ComponentProps } from 'react';

interface DrawnHtmlProps extends Pick<ComponentProps<'div'>, 'className' | 'aria-live'> {
  html: string;
}

/** HTML that the server drew and that needs no script. Its style sheet has to be imported where this is used. */
export function DrawnHtml({ html, ...rest }: DrawnHtmlProps) {
  return <div {...rest} dangerouslySetInnerHTML={{ __html: html }} />;
}
