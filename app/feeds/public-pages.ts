import type { ClubConfig } from '../config/club.ts';

const PAGES = ['/home', '/events', '/team', '/guide', '/contact', '/signup', '/links'];

/** The addresses of the pages that this club shows to everyone, each event's own left out. */
export function listPublicPages({ pages, membership }: ClubConfig): string[] {
  return [
    ...PAGES,
    ...(membership ? ['/membership'] : []),
    ...Object.entries(pages).flatMap(([page, isOn]) => (isOn ? [`/${page}`] : [])),
  ];
}
