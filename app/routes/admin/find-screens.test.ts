import { describe, expect, it } from 'vitest';
import type { Role } from '../../domain/roles.ts';
import { findScreens, screensFor } from './find-screens.ts';

const screens = screensFor('admin');
const labels = (typed: string, role: Role = 'admin') => findScreens(screensFor(role), typed).map(({ label }) => label);

describe('finding a screen', () => {
  it.each([
    ['pay', ['Events', 'Members']],
    ['unpaid', ['Events', 'Members']],
    ['qr', ['Events', 'Links']],
    ['import', ['Events', 'Members']],
    ['backup', ['Handover', 'What runs out']],
    ['role', ['People', 'Committees']],
    ['password', ['People', 'Handover']],
    ['refund', ['Events']],
    ['delete person', ['Personal data']],
  ])('by what it is for: %s', (typed, expected) => {
    expect(labels(typed)).toEqual(expected);
  });

  it('finds every screen that has a CSV file', () => {
    expect(labels('csv')).toEqual(['Events', 'Submissions', 'Members', 'The year in figures']);
  });

  it.each(['sign-up', 'sign up', 'signup', ' SIGN  Up'])('whatever hyphens, spaces and case: %s', (typed) => {
    expect(labels(typed)).toContain('Events');
  });

  it('puts those that are called so first, and says what was found in the others', () => {
    const [first, ...others] = findScreens(screens, 'food');
    expect(first).toMatchObject({ label: 'Food', why: '' });
    expect(others).toEqual([]);
    expect(findScreens(screens, 'men')).toMatchObject([
      { label: 'Food', why: 'Menu, prices and services' },
      { label: 'Pages', why: 'Menu and footer' },
      { label: 'Texts', why: 'Notice above the menu' },
    ]);
  });

  it('finds nobody a screen by what they may not do there', () => {
    expect(labels('paid', 'viewer')).toEqual([]);
    expect(labels('door', 'editor')).toEqual([]);
    expect(labels('paid', 'treasurer')).toEqual(['Events', 'Members']);
    expect(labels('door', 'committee')).toEqual(['Events']);
  });

  it('finds nothing by the middle of a word, nor by words of several screens', () => {
    expect(labels('ubmission')).toEqual([]);
    expect(labels('sponsors trash')).toEqual([]);
  });
});
