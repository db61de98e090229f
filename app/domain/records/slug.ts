import { z } from '../zod.ts';
import type { UniqueColumn } from './define.ts';

const LONGEST = 100;

/** The last part of an address, typed with or without what comes before it. */
export function slugInput(before: RegExp) {
  return z
    .string('must be a text')
    .overwrite((slug) => slug.trim().replace(before, ''))
    .min(1, 'Please enter an address')
    .max(LONGEST, `An address can have ${LONGEST} characters at most`)
    .regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
      'An address has small letters, digits and single hyphens, such as new-members',
    );
}

/** 'mentoring-2', for example; never longer than an address may be. */
export const numbered: NonNullable<UniqueColumn['instead']>['value'] = (slug, at) =>
  `${slug.slice(0, LONGEST - String(at).length - 1)}-${at}`;

/** The slug to propose until somebody types one. */
export function slugFor(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}
