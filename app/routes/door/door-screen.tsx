import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { DoorAction } from '../../domain/sign-ups/door/batch.ts';
import { formatClockTime, type ClubClock } from '../../time/club-time.ts';
import { announce } from '../../ui/announcer.tsx';
import { sameValue } from '../../ui/same-value.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Camera, UserPlus } from '../../ui/social-icons.tsx';
import * as panel from '../../ui/panel.module.css';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { AddSomeone } from './add-someone.tsx';
import type { DoorClient, DoorView } from './door-client.ts';
import * as styles from './door.module.css';
import { withActions, type Expected } from './expected.ts';
import { foldName, matches, wordsOf } from './find-names.ts';
import { HelpersLink } from './helpers-link.tsx';
import { MembershipMark } from './membership-mark.tsx';
import { NotSent, NotSentBehind } from './not-sent.tsx';
import { readCard, readCode } from './read-code.ts';
import { Scanner, type Greeting } from './scanner.tsx';
import { useDoor } from './use-door.ts';

export interface DoorPage {
  /** The address of this door: what the phone keeps stands under it. */
  door: string;
  title: string;
  clock: ClubClock;
  /** How many links for helpers there are; null for a helper. */
  links: number | null;
}

type Dialog = { kind: 'scan' } | { kind: 'add'; name: string };

export function DoorScreen({ page }: { page: DoorPage }) {
  const { view, client } = useDoor(page.door);
  useWakeLock();
  if (view.state === 'ended') return <Ended page={page} view={view} />;
  return (
    <div className={styles.door} data-admin={page.links !== null} data-at-door data-says-offline>
      <header className={styles.head}>
        <h1 className={styles.heading}>Door</h1>
        <p className={styles.title} dir="auto">
          {page.links === null ? page.title : <Link to={page.door.replace(/\/door$/, '')}>{page.title}</Link>}
        </p>
        {page.links !== null && <HelpersLink {...page} links={page.links} isReachable={view.isReachable} />}
      </header>
      {view.list?.isCancelled && (
        <p role="status" className={panel.error}>
          This event has been cancelled.
        </p>
      )}
      <Notices view={view} client={client} />
      {view.list ? <People view={view} client={client} page={page} list={view.list} /> : <Waiting view={view} />}
    </div>
  );
}

function Ended({ page: { links }, view: { left } }: { page: DoorPage; view: DoorView }) {
  return (
    <div className={styles.door}>
      <h1 className={styles.heading}>Door</h1>
      <p className={panel.note}>
        {links === null
          ? 'This link has ended. The list is no longer on this phone.'
          : 'This event takes no sign-ups any more.'}
      </p>
      {links === null ? (
        <NotSentBehind left={left} />
      ) : (
        <NotSent left={left}>
          <p>
            Nothing is lost: it stays on this phone, and is sent when you open the event’s door here once it takes
            sign-ups again.
          </p>
        </NotSent>
      )}
    </div>
  );
}

function Waiting({ view: { state, isReachable } }: { view: DoorView }) {
  if (state === 'signed out') return null;
  return (
    <p role="status" className={styles.loading}>
      {isReachable ? 'Loading the list…' : 'The site cannot be reached. The list loads as soon as there is a network.'}
    </p>
  );
}

function Notices({ view: { state, actions, problems, left }, client }: { view: DoorView; client: DoorClient }) {
  return (
    <>
      {state === 'signed out' && (
        <div role="alert" className={panel.note}>
          <p>You are signed out, so the names are no longer on this phone.</p>
          {actions.length > 0 && <p>{`What you did (${actions.length}) is sent when you sign in again.`}</p>}
          <p>
            <ButtonLink to="/auth/login">Sign in</ButtonLink>
          </p>
        </div>
      )}
      <NotSent left={left}>
        <p>It was done on this phone with a link for helpers that has since ended.</p>
        <p>
          <Button quiet onClick={client.sendLeft}>
            Send
          </Button>
        </p>
      </NotSent>
      {problems.length > 0 && (
        <div role="alert" className={panel.error}>
          <ul>
            {problems.map((problem, at) => (
              <li key={at} dir="auto">
                {problem}
              </li>
            ))}
          </ul>
          <p>
            <Button quiet onClick={client.dismissProblems}>
              Understood
            </Button>
          </p>
        </div>
      )}
    </>
  );
}

interface PeopleProps {
  view: DoorView;
  client: DoorClient;
  page: DoorPage;
  list: NonNullable<DoorView['list']>;
}

const ALPHABET = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function People({ view, client, page, list }: PeopleProps) {
  const { publicUrl } = useSiteFacts();
  const [typed, setTyped] = useState('');
  const [dialog, setDialog] = useState<Dialog>();
  const people = useMemo(() => withActions(list, view.actions), [list, view.actions]);
  const rows = useMemo(() => people.map((person) => ({ person, folded: foldName(person.name) })), [people]);
  const words = wordsOf(useDeferredValue(typed));
  const found = rows.filter(({ folded }) => matches(folded, words)).map(({ person }) => person);
  const going = found.filter(({ state }) => state === 'going').toSorted((one, other) => byName(one, other));
  const waiting = found.filter(({ state }) => state === 'waiting');
  const withPlace = people.filter(({ state }) => state === 'going');
  const came = withPlace.filter((person) => person.came !== null).length;
  const { clock } = page;
  // The next one who comes is looked for anew.
  const act = useMemo(() => createDeeds(client, clock, () => setTyped('')), [client, clock]);

  const greet = async (text: string): Promise<Greeting> => {
    const card = await readCard(text, publicUrl);
    const look = () => {
      const { list: now = list, actions } = client.view();
      return readCode(text, { list: now, people: withActions(now, actions), publicUrl, card });
    };
    let scanned = look();
    // The person who has just signed up is on no phone's list yet.
    if (scanned.kind !== 'person' && scanned.kind !== 'waiting' && scanned.kind !== 'other event') {
      await Promise.race([client.sync(), new Promise((done) => setTimeout(done, LOOK_AGAIN_MS))]);
      scanned = look();
    }
    if (scanned.kind === 'person') return act.welcome(scanned.person);
    if (scanned.kind === 'waiting') return { text: `${scanned.person.name} is on the waitlist.`, tone: 'refusal' };
    const toAdd = scanned.kind === 'not on the list' && card ? { name: card.name } : {};
    return { text: SAID[scanned.kind], tone: 'refusal', ...toAdd };
  };
  const row = (person: Expected) => (
    <Person
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
        <p className={styles.count}>
          <strong>{`${came.toLocaleString('en')} of ${withPlace.length.toLocaleString('en')} came`}</strong>
          <Network view={view} />
        </p>
        <label className={styles.find}>
          <span className="visually-hidden">Find a name</span>
          <input
            type="search"
            placeholder="Find a name"
            value={typed}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
      </div>
      {people.length === 0 && <Empty>Nobody has signed up yet.</Empty>}
      {people.length > 0 && found.length === 0 && <Empty>Nobody with that name is on the list.</Empty>}
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
      {dialog?.kind === 'scan' && (
        <Scanner
          onCode={greet}
          onAdd={(name) => setDialog({ kind: 'add', name })}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.kind === 'add' && (
        <AddSomeone
          name={dialog.name}
          onAdd={(name, email) => {
            act.add(name, email);
            setTyped('');
            setDialog(undefined);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

const LOOK_AGAIN_MS = 3000;

const SAID = {
  'other event': 'This code is for another event.',
  cancelled: 'This sign-up is cancelled.',
  unknown: 'This code is unknown.',
  'not on the list': 'This person is not on the list.',
};

function byName(one: Expected, other: Expected): number {
  return ALPHABET.compare(one.name, other.name) || (one.key < other.key ? -1 : 1);
}

/** Said only once sending takes longer than usual: nothing flickers while there is a network. */
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

function createDeeds(client: DoorClient, clock: ClubClock, onCame: () => void) {
  const stamp = () => ({ id: crypto.randomUUID(), at: Date.now() });
  const act = (action: DoorAction) => client.act(action);
  let followed: string | undefined;
  return {
    /** The keyboard goes on at this person, wherever they stand then. */
    follow(key: string) {
      followed = key;
    },
    /** Whether it does: said once. */
    isFollowed(key: string) {
      const isThem = followed === key;
      if (isThem) followed = undefined;
      return isThem;
    },
    checkIn({ key, name }: Expected) {
      act({ verb: 'checkIn', key, ...stamp() });
      announce(`${name} came.`);
      onCame();
    },
    pay({ key, name }: Expected) {
      act({ verb: 'pay', key, ...stamp() });
      announce(`${name} is marked as paid.`);
    },
    undo({ key, name, checkIns }: Expected) {
      act({ verb: 'undo', key, ...stamp(), undoes: checkIns });
      announce(`${name} is not here any more.`);
    },
    add(name: string, email: string) {
      const key = crypto.randomUUID();
      followed = key;
      act({ verb: 'add', key, ...stamp(), name, email });
      announce(`${name} was added, and came.`);
    },
    welcome(person: Expected): Greeting {
      const { key, name, came, isMember, toPay } = person;
      if (came !== null) return { text: `${name} came at ${formatClockTime(came, clock)}.`, tone: 'refusal' };
      act({ verb: 'checkIn', key, ...stamp() });
      const text = `Welcome, ${name}`;
      if (toPay) return { text, note: `${name} still has to pay ${toPay}.`, tone: 'warning' };
      if (isMember === false) return { text, note: `${name} is not a paid member.`, tone: 'warning' };
      return { text, tone: 'welcome' };
    },
  };
}

interface PersonProps {
  person: Expected;
  act: ReturnType<typeof createDeeds>;
  page: DoorPage;
  client: DoorClient;
  isUnsent: boolean;
}

/** Undoing stands elsewhere than checking in: anyone who presses twice undoes nothing. */
const Person = memo(function PersonRow({ person, act, page, client, isUnsent }: PersonProps) {
  const { key, name, state, came, isMember, toPay, answers = [] } = person;
  const { clock } = page;
  const button = useRef<HTMLButtonElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    if (act.isFollowed(key)) {
      button.current?.focus({ preventScroll: true });
      // The person who was added, or waited, stands elsewhere now.
      if (isNew.current) button.current?.scrollIntoView({ block: 'center' });
    }
    isNew.current = false;
  }, [act, key, came]);
  return (
    <li className={styles.person} data-came={came !== null} data-waits={state === 'waiting'}>
      <span className={styles.name}>
        <bdi>{name}</bdi>
        {answers.length > 0 && (
          <span className={styles.answers}>
            {answers.map((answer, at) => (
              <bdi key={at}>{answer}</bdi>
            ))}
          </span>
        )}
        {state === 'waiting' && <span className={styles.mark}>Waitlist</span>}
        {isMember !== undefined && <MembershipMark person={person} page={page} client={client} />}
        {toPay && (
          <span className={styles.membership}>
            <span className={styles.noMember}>{`To pay ${toPay}`}</span>
            <button type="button" className={styles.pay} onClick={() => act.pay(person)}>
              Mark <span className="visually-hidden">{`${name} `}</span>as paid
            </button>
          </span>
        )}
        {isUnsent && <span className={styles.unsent}>waiting for the network</span>}
      </span>
      {came === null ? (
        <button
          ref={button}
          type="button"
          className={styles.checkIn}
          aria-label={`Check in ${name}`}
          onClick={({ currentTarget }) => {
            if (state === 'waiting' || currentTarget === document.activeElement) act.follow(key);
            act.checkIn(person);
          }}
        >
          Check in
        </button>
      ) : (
        <>
          <button
            ref={button}
            type="button"
            className={styles.undo}
            aria-label={`Undo ${name}`}
            onClick={({ currentTarget }) => {
              if (currentTarget === document.activeElement) act.follow(key);
              act.undo(person);
            }}
          >
            Undo
          </button>
          <span className={styles.came}>
            Came at <span className={styles.time}>{formatClockTime(came, clock)}</span>
          </span>
        </>
      )}
    </li>
  );
}, sameValue);
