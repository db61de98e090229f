import { describe, expect, test } from 'vitest';
import { can, roleOf, ROLES, type Capability } from './roles.ts';

const ROLES_OF: [Capability, string][] = [
  ['see content', 'admin editor events viewer treasurer committee'],
  ['change content', 'admin editor'],
  ['change events', 'admin editor events'],
  ['import events', 'admin editor events'],
  ['upload files', 'admin editor events committee'],
  ['handle responses', 'admin events'],
  ['handle payments', 'admin events treasurer'],
  ['handle submissions', 'admin'],
  ['handle members', 'admin treasurer'],
  ['settle findings', 'admin editor events'],
  ['manage the club', 'admin'],
];

describe('a role', () => {
  test.each(ROLES_OF)('%s', (capability, roles) => {
    const may = ROLES.filter((role) => can(role, capability));
    expect(may.join(' ')).toBe(roles);
    expect(can(null, capability)).toBe(false);
  });

  test.each([
    [{ admin: 1, role: null }, 'admin'],
    [{ admin: 1, role: 'viewer' }, 'viewer'],
    [{ admin: 0, role: 'events' }, 'events'],
    [{ admin: 1, role: 'toString' }, null],
    [{ admin: 1, role: '' }, null],
    [{ admin: null, role: null }, null],
  ])('of %o is %s', (row, role) => {
    expect(roleOf(row)).toBe(role);
  });
});
