import { useRef, useState } from 'react';
import type { Person } from '../../../domain/users/people.ts';
import { isRole, ROLE_NAMES, ROLES, type Role } from '../../../domain/roles.ts';
import { formatMoment, type ClubClock } from '../../../time/club-time.ts';
import { ConfirmDialog, REMOVAL_LABELS } from '../../../ui/admin/confirm-dialog.tsx';
import { DataTable } from '../../../ui/admin/data-table.tsx';
import { isEnter } from '../../../ui/admin/enter-key.ts';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import * as field from '../../../ui/form/field.module.css';
import { CommitteesDialog } from './committees-dialog.tsx';
import { PEOPLE_ADDRESS } from './people-address.ts';
import * as styles from './people.module.css';

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
      <RolesExplained />
      {removing && <RemoveAccess person={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const OWN_ROLE = 'Nobody changes their own role. Ask another admin.';
const LAST_ADMIN = 'Someone has to stay an admin.';
const OWN = 'own-role';

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
    { header: 'Role', cell: (person: PersonRow) => <RoleOf person={person} /> },
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
          <span id={OWN} className={styles.why}>
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

function RoleOf({ person }: { person: PersonRow }) {
  const name = nameOf(person);
  /** With the keys; not given yet. */
  const [chosen, setChosen] = useState<Role>();
  /** Shown until the list has been read anew: what is chosen next is chosen from there. */
  const [given, setGiven] = useState<Role>();
  const sent = useRef<Role>(undefined);
  const sender = useSend(
    (answer) => {
      if (!answer.ok) {
        setGiven(undefined);
        return sayFailure(answer.error);
      }
      say(`${name} has the role ${ROLE_NAMES[sent.current ?? person.role]} now`);
      if (given && given !== sent.current) send(given);
    },
    { action: PEOPLE_ADDRESS },
  );
  const [wasIdle, setWasIdle] = useState(true);
  if (sender.isIdle !== wasIdle) {
    setWasIdle(sender.isIdle);
    if (sender.isIdle) setGiven(undefined);
  }
  const [isAsking, setAsking] = useState(false);
  // One that is given while another is on its way follows it.
  function send(role: Role): void {
    if (sender.send({ verb: 'change role', key: person.uid, role })) sent.current = role;
  }
  const give = (role: Role) => {
    setChosen(undefined);
    if (role === (given ?? person.role)) return;
    if (role === 'committee') return setAsking(true);
    setGiven(role);
    send(role);
  };
  // An arrow key passes through the roles in between: none of them may hold even for a moment.
  const isByKey = useRef(false);
  const choose = (role: string) => {
    if (!isRole(role)) return;
    if (isByKey.current) setChosen(role);
    else give(role);
  };
  const settle = () => {
    if (isByKey.current && chosen) give(chosen);
    isByKey.current = false;
  };
  return (
    <>
      <select
        className={`${field.input} ${styles.role}`}
        aria-label={`Role of ${name}`}
        value={chosen ?? given ?? person.role}
        disabled={person.isSelf}
        aria-describedby={person.isSelf ? OWN : undefined}
        onPointerDown={() => (isByKey.current = false)}
        onKeyDown={(event) => {
          if (isEnter(event)) {
            // Its list would open over the row and take the next keys.
            if (isByKey.current) event.preventDefault();
            settle();
          } else isByKey.current = true;
        }}
        onBlur={settle}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {ROLE_NAMES[role]}
          </option>
        ))}
      </select>
      {person.role === 'committee' && (
        <Button quiet aria-label={`Committees of ${name}`} onClick={() => setAsking(true)}>
          Committees
        </Button>
      )}
      {isAsking && (
        <CommitteesDialog
          uid={person.uid}
          name={name}
          committees={person.committees}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

const MAY: Record<Role, string> = {
  admin: 'everything, also people, personal data and the trash',
  editor: 'the team, the menu, cards, files and texts, and events with their forms, without responses',
  events: 'events with their forms, responses, messages and the door',
  viewer: 'look at all of it, without responses',
  committee: 'the same as Viewer, and everything of Events, but only for the events of their committees',
  treasurer: 'the same as Viewer, and payments: those of members where the club has them, and those for events',
};

function RolesExplained() {
  return (
    <details className={styles.roles}>
      <summary>What each role may do</summary>
      <dl>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{ROLE_NAMES[role]}</dt>
            <dd>{MAY[role]}</dd>
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
