import { Link } from 'react-router';
import { Button, ButtonLink } from '../../ui/button.tsx';
import * as panel from '../../ui/panel.module.css';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import type { DoorClient, DoorView } from './door-client.ts';
import * as styles from './door.module.css';
import { HelpersLink } from './helpers-link.tsx';
import { NotSent, NotSentBehind } from './not-sent.tsx';
import { PeopleList, type DoorPage } from './people-list.tsx';
import { useDoor } from './use-door.ts';

export function DoorScreen({ page }: { page: DoorPage }) {
  const { view, client } = useDoor(page.door);
  useWakeLock();
  if (view.state === 'ended') return <Ended page={page} view={view} />;
  return (
    <div className={styles.door} data-admin={page.helpers !== null} data-at-door data-says-offline>
      <header className={styles.head}>
        <h1 className={styles.heading}>Door</h1>
        <p className={styles.title} dir="auto">
          {page.helpers === null ? page.title : <Link to={page.door.replace(/\/door$/, '')}>{page.title}</Link>}
        </p>
        {page.helpers !== null && page.isOpen && (
          <HelpersLink {...page} helpers={page.helpers} isReachable={view.isReachable} />
        )}
      </header>
      {view.list?.isCancelled && (
        <p role="status" className={panel.error}>
          This event has been cancelled.
        </p>
      )}
      <Notices view={view} client={client} />
      {view.list ? <PeopleList view={view} client={client} page={page} list={view.list} /> : <Waiting view={view} />}
    </div>
  );
}

function Ended({ page: { helpers }, view: { left } }: { page: DoorPage; view: DoorView }) {
  return (
    <div className={styles.door}>
      <h1 className={styles.heading}>Door</h1>
      <p className={panel.note}>
        {helpers === null
          ? 'This link has ended. The list is no longer on this phone.'
          : 'This event no longer takes sign-ups.'}
      </p>
      {helpers === null ? (
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
    <>
      <p role="status" className={styles.loading}>
        {isReachable
          ? 'Loading the list…'
          : 'The site cannot be reached. The list loads as soon as there is a network.'}
      </p>
      <noscript>
        <p>The door needs JavaScript. Please switch it on, or open this page in another browser.</p>
      </noscript>
    </>
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
              Got it
            </Button>
          </p>
        </div>
      )}
    </>
  );
}
