import {
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { ClubClock } from '../../time/club-time.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Camera, UserPlus } from '../../ui/social-icons.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { AddSomeone } from './add-someone.tsx';
import { createDoorActions, type DoorActions } from './door-actions.ts';
import type { DoorClient, DoorView } from './door-client.ts';
import * as styles from './door.module.css';
import { withActions, type Expected } from './expected.ts';
import { foldName, matches, wordsOf } from '../../domain/find-names.ts';
import { greet } from './greet.ts';
import { hasKeyboard } from './has-keyboard.ts';
import { PersonRow } from './person-row.tsx';
import { Scanner } from './scanner.tsx';

export interface HelpersOptions {
  /** How many links helpers have. */
  links: number;
  /** Whether the form has fields that are shown at the door. */
  hasAnswers: boolean;
  hasPayments: boolean;
}

export interface DoorPage {
  /** The address of this door, under which the phone stores it. */
  door: string;
  title: string;
  clock: ClubClock;
  /** What an officer may do for helpers; null for a helper. */
  helpers: HelpersOptions | null;
  /** Whether a link for helpers would work still. */
  isOpen: boolean;
}

interface PeopleListProps {
  view: DoorView;
  client: DoorClient;
  page: DoorPage;
  list: NonNullable<DoorView['list']>;
}

type OpenDialog = { kind: 'scan' } | { kind: 'add'; name: string };

/** Shows who is expected and who came, with a search. */
export function PeopleList({ view, client, page, list }: PeopleListProps) {
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<OpenDialog>();
  const people = useMemo(() => withActions(list, view.actions), [list, view.actions]);
  const found = useFound(people, typed);
  const { clock } = page;
  const { find, lookAgain } = useFindName();
  // The search is emptied for the next person.
  const act = useMemo(() => {
    const next = () => {
      setTyped('');
      lookAgain();
    };
    return createDoorActions(client, clock, next);
  }, [client, clock, lookAgain]);
  const row = (person: Expected) => (
    <PersonRow
      key={person.key}
      person={person}
      act={act}
      page={page}
      client={client}
      isUnsent={waitsForNetwork(view, person)}
    />
  );
  return (
    <>
      <div className={styles.top}>
        <Count people={people} view={view} />
        <FindName field={find} typed={typed} onType={setTyped} />
      </div>
      {found.length === 0 && (
        <div>
          <Empty>{people.length === 0 ? 'Nobody has signed up yet.' : 'Nobody with that name is on the list.'}</Empty>
        </div>
      )}
      <Lists found={found}>{row}</Lists>
      <div className={styles.bar}>
        <Button onClick={() => setDialog({ kind: 'scan' })}>
          <Camera size={22} />
          Scan codes
        </Button>
        <Button quiet onClick={() => setDialog({ kind: 'add', name: found.length === 0 ? typed : '' })}>
          <UserPlus size={22} />
          Add someone
        </Button>
      </div>
      {dialog && <DoorDialog {...dialog} list={list} client={client} act={act} onChange={setDialog} />}
    </>
  );
}

interface DoorDialogProps extends Pick<PeopleListProps, 'list' | 'client'> {
  act: DoorActions;
  onChange: (dialog: OpenDialog | undefined) => void;
}

function DoorDialog({ list, client, act, onChange, ...dialog }: OpenDialog & DoorDialogProps) {
  const { publicUrl } = useSiteFacts();
  const close = () => onChange(undefined);
  if (dialog.kind === 'scan')
    return (
      <Scanner
        onCode={(text) => greet(text, { list, client, act, publicUrl })}
        onAdd={(name) => onChange({ kind: 'add', name })}
        onClose={close}
      />
    );
  return (
    <AddSomeone
      name={dialog.name}
      onAdd={(name, email) => {
        act.add(name, email);
        close();
      }}
      onClose={close}
    />
  );
}

function useFound(people: Expected[], typed: string): Expected[] {
  const rows = useMemo(() => people.map((person) => ({ person, folded: foldName(person.name) })), [people]);
  const words = wordsOf(useDeferredValue(typed));
  return rows.filter(({ folded }) => matches(folded, words)).map(({ person }) => person);
}

function Count({ people, view }: { people: Expected[]; view: DoorView }) {
  const withPlace = people.filter(({ state }) => state === 'going');
  const came = withPlace.filter((person) => person.came !== null).length;
  return (
    <p className={styles.count}>
      <strong>{`${came.toLocaleString('en')} of ${withPlace.length.toLocaleString('en')} came`}</strong>
      <Network view={view} />
    </p>
  );
}

/** On a device with a keyboard, the search has the focus when the door opens and after each check-in. */
function useFindName() {
  const find = useRef<HTMLInputElement>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    const { activeElement, body } = document;
    const isElsewhere = looks === 0 && activeElement !== body && !activeElement?.matches('main');
    if (isElsewhere || !hasKeyboard()) return;
    find.current?.focus({ preventScroll: true });
    find.current?.select();
  }, [looks]);
  const lookAgain = useCallback(() => setLooks((times) => times + 1), []);
  return { find, lookAgain };
}

interface FindNameProps {
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onType: (text: string) => void;
}

function FindName({ field, typed, onType }: FindNameProps) {
  return (
    <label className={styles.find}>
      <span className="visually-hidden">Find a name</span>
      <input
        ref={field}
        type="search"
        placeholder="Find a name"
        value={typed}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  );
}

const ALPHABET = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function Lists({ found, children: row }: { found: Expected[]; children: (person: Expected) => ReactNode }) {
  const going = found.filter(({ state }) => state === 'going').toSorted((one, other) => byName(one, other));
  const waiting = found.filter(({ state }) => state === 'waiting');
  return (
    <>
      <ul className={styles.list} role="list" aria-label="With a place">
        {going.map(row)}
      </ul>
      {waiting.length > 0 && (
        <section aria-labelledby="door-waitlist">
          <h2 id="door-waitlist" className={styles.waitlist}>
            On the waitlist
          </h2>
          <ul className={styles.list} role="list">
            {waiting.map(row)}
          </ul>
        </section>
      )}
    </>
  );
}

function byName(one: Expected, other: Expected): number {
  return ALPHABET.compare(one.name, other.name) || (one.key < other.key ? -1 : 1);
}

/** True only once sending takes longer than usual, so that nothing flickers while there is a network. */
function waitsForNetwork({ isReachable }: DoorView, { isUnsent }: Expected): boolean {
  return isUnsent && !isReachable;
}

function Network({ view: { isReachable, actions, unsaved } }: { view: DoorView }) {
  const waiting = actions.length - unsaved;
  return (
    <span role="status" className={styles.network} data-away={!isReachable}>
      {!isReachable && (waiting > 0 ? `${waiting} waiting for the network` : 'No network')}
    </span>
  );
}
