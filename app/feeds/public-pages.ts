import type { ClubConfig } from '../config/club.ts';
import type { EveryPage } from '../domain/on-every-page.ts';

const PAGES = ['/home', '/events', '/team', '/guide', '/contact', '/signup', '/links', '/accessibility'];

/** The addresses of the pages that this club shows to everyone, except those of events. */
export function listPublicPages(
  { pages, membership, digest }: ClubConfig,
  { hasSponsors }: Pick<EveryPage, 'hasSponsors'>,
): string[] {
  return [
    ...PAGES,
    ...(membership ? ['/membership'] : []),
    ...(digest ? ['/subscribe'] : []),
    ...(hasSponsors ? ['/sponsors'] : []),
    ...Object.entries(pages).flatMap(([page, isOn]) => (isOn ? [`/${page}`] : [])),
  ];
}
