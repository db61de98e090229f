import { createContext, type ReactNode } from 'react';
import { Links } from 'react-router';

/** What writes a page's links and style sheets: the router as it always does, unless the server has another way for this page. */
export const PageLinks = createContext<ReactNode>(<Links />);
