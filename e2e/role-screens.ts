import type { Capability } from '../app/domain/roles.ts';
import { ADMIN_SCREENS } from '../test/access-rules.ts';

export const ACCOUNT = 'member@localhost';
const IN_TWO_DAYS = Date.now() + 48 * 3_600_000;

export const RECORDS = {
  event: {
    jam: { title: 'Jam', location: 'Room 332', formId: 'jamform', datetime: { timeStartTimestamp: IN_TWO_DAYS } },
    plan: { title: 'Plan', publishAt: 'never' },
  },
  form: { jamform: { fields: [{ name: 'diet', type: 'text', description: 'Diet' }], asksPerson: true, places: 5 } },
  entry: {
    jamform: { ana: { $state: 'going', $email: 'ana@example.edu', $since: 1, name: 'Ana', email: 'ana@example.edu' } },
  },
  member: { zoe: { name: 'Zoe', email: 'zoe@example.edu' } },
};

/** By the route: an address of it that has something to show. */
export const SCREENS: Record<string, string> = {
  '/admin/home': '/admin/home',
  '/admin/execs': '/admin/execs',
  '/admin/events': '/admin/events',
  '/admin/events/:id': '/admin/events/jam',
  '/admin/events/:id/announce': '/admin/events/jam/announce',
  '/admin/events/:id/door': '/admin/events/jam/door',
  '/admin/food': '/admin/food',
  '/admin/dsc': '/admin/dsc',
  '/admin/pages': '/admin/pages',
  '/admin/files': '/admin/files',
  '/admin/sponsors': '/admin/sponsors',
  '/admin/kinds': '/admin/kinds',
  '/admin/submissions': '/admin/submissions',
  '/admin/texts': '/admin/texts',
  '/admin/members': '/admin/members',
  '/admin/digest': '/admin/digest',
  '/admin/people': '/admin/people',
  '/admin/personal-data': '/admin/personal-data',
  '/admin/handover': '/admin/handover',
  '/admin/dates': '/admin/dates',
  '/admin/year': '/admin/year',
  '/admin/trash': '/admin/trash',
};

const NOBODY_ELSE = { read: 'manage the club', send: 'manage the club' } as const;

/** What a role needs to see the screen of a route, and to change something there. */
export function needsOf(route: string): { read: Capability; send: Capability } {
  return ADMIN_SCREENS[route] ?? NOBODY_ELSE;
}
