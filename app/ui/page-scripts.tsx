import { createContext, type ReactNode } from 'react';
import { Links } from 'react-router';

/**
 * Writes a page's scripts; the server provides it. In the browser it is null, because the scripts are already there,
 * and requesting them again would delay hydration.
 */
export const PageScripts = createContext<ReactNode>(null);

/** Writes a page's links and style sheets: the router's own way, unless the server has another one for this page. */
export const HeadLinks = createContext<ReactNode>(<Links />);
