import { createContext, type ReactNode } from 'react';
import { Scripts } from 'react-router';

/** What writes a page's scripts: the router as it always does, unless the server has another way for this page. */
export const PageScripts = createContext<ReactNode>(<Scripts />);
