import { redirect } from 'react-router';
import type { ClubConfig } from '../config/club.ts';
import type { Site } from '../site.ts';

/** Lets an optional page be shown; while it is off, throws the redirect of any unknown path. */
export function requirePage({ club }: Pick<Site, 'club'>, page: keyof ClubConfig['pages']): void {
  if (!club.pages[page]) throw redirect('/home');
}
