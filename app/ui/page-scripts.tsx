import { createContext, type ReactNode } from 'react';
import { Links, Scripts } from 'react-router';

/** What writes a page's scripts: the router as it always does, unless the server has another way for this page. */
export const PageScripts = createContext<ReactNode>(<Scripts />);

/** What writes a page's links and style sheets, likewise. */
export const PageLinks = createContext<ReactNode>(<Links />);

/** The event of the document that says: the page's scripts have taken it over, what is clicked is answered. */
export const ALIVE = 'clubroom:alive';
