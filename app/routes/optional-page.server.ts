import { redirect } from 'react-router';
import type { ClubConfig } from '../config/club.ts';
import type { Site } from '../site.ts';

/** Does nothing if an optional page is on; otherwise throws the same redirect as an unknown path. */
export function requirePage({ club }: Pick<Site, 'club'>, page: keyof ClubConfig['pages']): void {
  if (!club.pages[page]) throw redirect('/home');
}
