import { createContext, type ReactNode } from 'react';
import { Links } from 'react-router';

/**
 * What writes a page's scripts, given by the server. In the browser they are there: asking for them once more would hold up
 * the moment at which the page comes alive.
 */
export const PageScripts = createContext<ReactNode>(null);

/** What writes a page's links and style sheets: the router as it always does, unless the server has another way for this page. */
export const HeadLinks = createContext<ReactNode>(<Links />);
