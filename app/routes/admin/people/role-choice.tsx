import { useRef, useState } from 'react';
import { isRole, ROLE_NAMES, ROLES, type Role } from '../../../domain/roles.ts';
import type { Person } from '../../../domain/users/people.ts';
import { isEnter } from '../../../ui/admin/enter-key.ts';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/use-send.ts';
import { Button } from '../../../ui/button.tsx';
import * as field from '../../../ui/form/field.module.css';
import { CommitteesDialog } from './committees-dialog.tsx';
import { PEOPLE_ADDRESS } from './people-address.ts';
import * as styles from './people.module.css';

interface RoleChoiceProps {
  person: Person;
  name: string;
  /** The id of the text that says why nobody changes their own role. */
  whyNotOwn: string;
}

/** A person's role, to be changed; those who work for committees have a button for these too. */
export function RoleChoice({ person, name, whyNotOwn }: RoleChoiceProps) {
  const { role, giveRole } = useGiveRole(person, name);
  const [isAsking, setAsking] = useState(false);
  const onChoose = (next: Role) => {
    if (next === role) return;
    // Which committees these are is asked first.
    if (next === 'committee') setAsking(true);
    else giveRole(next);
  };
  return (
    <div className={styles.choice}>
      <RoleSelect
        label={`Role of ${name}`}
        role={role}
        whyDisabled={person.isSelf ? whyNotOwn : undefined}
        onChoose={onChoose}
      />
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
    </div>
  );
}

/** Sends the roles that are given to a person, one after the other. `role` is the one to show meanwhile. */
function useGiveRole(person: Person, name: string): { role: Role; giveRole: (role: Role) => void } {
  /** Kept until the list has been loaded anew: from then on, the list says which role it is. */
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
  // While another role is being sent, this does nothing: once that is answered, the one given last is sent.
  function send(role: Role): void {
    if (sender.send({ verb: 'change role', key: person.uid, role })) sent.current = role;
  }
  return {
    role: given ?? person.role,
    giveRole: (role) => {
      setGiven(role);
      send(role);
    },
  };
}

interface RoleSelectProps {
  label: string;
  role: Role;
  /** The id of the text that says why no other role can be chosen; left out where one can. */
  whyDisabled: string | undefined;
  onChoose: (role: Role) => void;
}

/** An arrow key passes through the roles in between. None of them may hold even for a moment, so Enter or Tab chooses. */
function RoleSelect({ label, role, whyDisabled, onChoose }: RoleSelectProps) {
  const [reached, setReached] = useState<Role>();
  const isByKey = useRef(false);
  const choose = (next: Role) => {
    setReached(undefined);
    onChoose(next);
  };
  const chooseReached = () => {
    if (isByKey.current && reached) choose(reached);
    isByKey.current = false;
  };
  return (
    <select
      className={`${field.input} ${styles.role}`}
      aria-label={label}
      value={reached ?? role}
      disabled={whyDisabled !== undefined}
      aria-describedby={whyDisabled}
      onPointerDown={() => (isByKey.current = false)}
      onKeyDown={(event) => {
        if (isEnter(event)) {
          // The browser's list would open over the row and take the next keys.
          if (isByKey.current) event.preventDefault();
          chooseReached();
        } else isByKey.current = true;
      }}
      onBlur={chooseReached}
      onChange={({ currentTarget: { value } }) => {
        if (!isRole(value)) return;
        if (isByKey.current) setReached(value);
        else choose(value);
      }}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {ROLE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
