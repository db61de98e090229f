import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sample from '../club.config.ts';
import { expect } from './club.ts';

/** An event that is not there. */
export const MISSING = '/events/nothing-of-that-name';

/** An event of the sample club with a form and a fixed date, in the week after it was loaded. */
export const INTRO_TO_GIT = '/events/-Og3_FzbKm8ab0ftOR13';

/** Every public screen that has an address of its own. */
export const SCREENS = [
  '/home',
  '/team',
  '/events',
  '/events?past=1',
  '/events?view=month',
  '/events?kind=games',
  MISSING,
  '/contact',
  '/signup',
  '/membership',
  '/subscribe',
  '/guide',
  '/mentoring',
  '/links',
  '/sponsors',
  '/accessibility',
  '/auth/login',
];

/** Those behind the configuration's `pages`. */
export const OPTIONAL = ['/services', '/dsc', '/apply', '/merch'];

/** The environment of a club whose optional pages are open too. */
export function withAllPages(): NodeJS.ProcessEnv {
  const file = join(mkdtempSync(join(tmpdir(), 'clubroom-pages-')), 'club.json');
  writeFileSync(file, JSON.stringify({ ...sample, pages: { services: true, dsc: true, apply: true, merch: true } }));
  return { CLUB_CONFIG: file };
}

/** What can be opened or go wrong on a screen, beyond what its address shows. */
export interface State {
  name: string;
  path: string;
  /** Only where the screen is at least, or at most, so wide. */
  from?: number;
  to?: number;
  reach: (page: Page) => Promise<void>;
}

/** States of the sample club's screens, but for its events. */
export const STATES: State[] = [
  {
    name: 'the menu open',
    path: '/team',
    to: 1044,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
    },
  },
  {
    name: 'a description and the previous team open',
    path: '/team',
    reach: async (page) => {
      await page
        .getByRole('button', { name: /^About / })
        .first()
        .click();
      await page.getByRole('button', { name: 'Previous Executives' }).click();
      await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
    },
  },
  {
    name: 'a sign-up with errors',
    path: '/signup',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByText('Please enter your name')).toBeVisible();
    },
  },
  {
    name: 'a message with errors',
    path: '/contact',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Please enter a valid email')).toBeVisible();
    },
  },
];

/** States of an event's page, wherever it is. */
export function eventStates(path: string): State[] {
  return [
    {
      name: 'the calendars open',
      path,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Add to calendar' }).click();
        await expect(page.getByRole('link', { name: 'Google Calendar' })).toBeVisible();
      },
    },
    {
      name: 'its link copied',
      path,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Share' }).click();
        await expect(page.getByText('Link copied')).toBeVisible();
      },
    },
    {
      name: 'a sign-up with errors',
      path,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Submit' }).click();
        await expect(page.getByText('Required field').first()).toBeVisible();
      },
    },
  ];
}
