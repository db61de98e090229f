import { useRouteLoaderData } from 'react-router';
import { pageMeta, type PageHead } from './head.ts';

export interface MenuLink {
  path: string;
  title: string;
}

export interface SiteFacts {
  name: string;
  shortName: string;
  institution: string;
  email: string;
  logo: string | null;
  publicUrl: string;
  locale: string;
  /** How to look up places: a map's search URL with {place} in it, and where the club is. */
  maps: { search: string; near: string };
  /** What people call the zone that all times are in: 'Toronto time'. */
  zone: string;
  chat: { service: string; inviteUrl: string; logo: string | null };
  links: Partial<
    Record<'charter' | 'state' | 'studentUnion' | 'experience' | 'photos' | 'code', { label: string; url: string }>
  >;
  /** The club's own pages, grouped by where they are linked. */
  pages: Record<'menu' | 'footer', MenuLink[]>;
  /** Left out if the club sends no mail about coming events. */
  sendsDigest?: true;
  visitor: { signedIn: boolean; admin: boolean };
}

export interface RootData {
  facts: SiteFacts;
  /** HTML drawn by the server. */
  notice: string;
  footer: string;
  palette: Record<string, string>;
}

export function useSiteFacts(): SiteFacts {
  const root = useRouteLoaderData<RootData>('root');
  if (!root) throw new Error('The document has not been loaded');
  return root.facts;
}

/** A page's head tags (see pageMeta); empty if the document itself failed to load. */
export function headOf(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  head: Omit<PageHead, 'site'>,
) {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return isRootData(root) ? pageMeta({ site: root.facts, ...head }) : [];
}

function isRootData(data: unknown): data is RootData {
  return typeof data === 'object' && data !== null && 'facts' in data;
}
