import { useState } from 'react';
import type { Person } from '../../../domain/users/people.ts';
import { ROLE_NAMES, ROLES, type Role } from '../../../domain/roles.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { ConfirmDialog, REMOVAL_LABELS } from '../../../ui/admin/confirm-dialog.tsx';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { Button } from '../../../ui/button.tsx';
import { PEOPLE_ADDRESS } from './people-address.ts';
import * as styles from './people.module.css';
import { RoleChoice } from './role-choice.tsx';

type PersonRow = Person & { key: string };

interface PeopleTableProps {
  people: Person[];
  clock: ClubClock;
  captionHidden?: boolean;
}

/** Lists everyone with a role, which can be changed and taken away here. */
export function PeopleTable({ people, clock, captionHidden = false }: PeopleTableProps) {
  const [removing, setRemoving] = useState<PersonRow>();
  const isOnlyAdmin = people.filter(({ role }) => role === 'admin').length < 2;
  return (
    <>
      <DataTable
        caption="Who has access"
        captionHidden={captionHidden}
        rows={people.map((person) => ({ ...person, key: person.uid }))}
        columns={columnsIn(clock, isOnlyAdmin ? LAST_ADMIN : OWN_ROLE, setRemoving)}
        nameOf={nameOf}
        empty="Nobody has a role. The person who runs the site can give one: npm run club -- grant EMAIL"
      />
      <WhatRolesMay />
      {removing && <RemoveAccess person={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const OWN_ROLE = 'Nobody changes their own role. Ask another admin.';
const LAST_ADMIN = 'Someone has to stay an admin.';
const OWN_ROLE_ID = 'own-role';

function nameOf({ name, email, uid }: Pick<Person, 'name' | 'email' | 'uid'>): string {
  return name || email || uid;
}

/** `whyNotOwn` replaces the buttons in one's own row. */
function columnsIn(clock: ClubClock, whyNotOwn: string, onRemove: (person: PersonRow) => void) {
  return [
    {
      header: 'Name',
      cell: (person: PersonRow) => (
        <>
          <bdi>{nameOf(person)}</bdi> {person.isSelf && <span className={styles.self}>You</span>}
        </>
      ),
    },
    { header: 'Email', cell: ({ email }: PersonRow) => <span className={styles.line}>{email}</span> },
    {
      header: 'Role',
      cell: (person: PersonRow) => <RoleChoice person={person} name={nameOf(person)} whyNotOwn={OWN_ROLE_ID} />,
    },
    {
      header: 'Last sign-in',
      cell: ({ signedInAt }: PersonRow) => (
        <span className={`${styles.line} ${styles.when}`}>
          {signedInAt === null ? 'Not recorded yet' : formatMoment(signedInAt, clock)}
        </span>
      ),
    },
    {
      header: 'Access',
      cell: (person: PersonRow) =>
        person.isSelf ? (
          <span id={OWN_ROLE_ID} className={styles.why}>
            {whyNotOwn}
          </span>
        ) : (
          <Button quiet aria-label={`Remove ${nameOf(person)}`} onClick={() => onRemove(person)}>
            Remove
          </Button>
        ),
    },
  ];
}

const MAY_DO: Record<Role, string> = {
  admin: 'everything, also people, personal data and the trash',
  editor: 'the team, the menu, cards, files and texts, and events with their forms, without responses',
  events: 'events with their forms, responses, messages and the door',
  viewer: 'look at all of it, without responses',
  committee: 'the same as Viewer, and everything of Events, but only for the events of their committees',
  treasurer: 'the same as Viewer, and payments: those of members where the club has them, and those for events',
};

function WhatRolesMay() {
  return (
    <details className={styles.roles}>
      <summary>What each role may do</summary>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{ROLE_NAMES[role]}</dt>
            <dd>{MAY_DO[role]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function RemoveAccess({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const name = nameOf(person);
  return (
    <ConfirmDialog
      title="Remove access"
      {...REMOVAL_LABELS}
      payload={{ verb: 'change role', key: person.uid, role: null }}
      action={PEOPLE_ADDRESS}
      onDone={() => say(`${name} no longer has access`)}
      onClose={onClose}
    >
      <p>
        <bdi>{name}</bdi> loses the role {ROLE_NAMES[person.role]} at once, on every device. What they have done stays.
        You can invite them again at any time.
      </p>
    </ConfirmDialog>
  );
}
