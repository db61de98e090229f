import { useState } from 'react';
import { data } from 'react-router';
import { eventName } from '../../../domain/events/titles.ts';
import { findPublicEvent } from '../../../domain/events/read-events.ts';
import { viewDraw, type DrawView } from '../../../domain/sign-ups/draw/view.ts';
import { placesOf } from '../../../domain/dependency.ts';
import { cacheUntil } from '../../../http/cache/cache-until.ts';
import { siteContext } from '../../../http/context.server.ts';
import { formatViewTime } from '../../../time/club-time.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { importAgain } from '../../../ui/import-again.ts';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { Page } from '../../../ui/page.tsx';
import * as panel from '../../../ui/panel.module.css';
import { headOf, useSiteFacts } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { useOwnSignUps } from '../own-sign-ups.ts';
import type { Route } from './+types/draw';
import * as styles from './draw.module.css';
import { useSeenFingerprint } from './seen-fingerprints.ts';

interface Loaded extends DrawView {
  key: string;
  title: string;
  /** When the draw will be, or was, as people read it. */
  at: string;
}

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, clock } = context.get(siteContext);
  const event = await findPublicEvent(db, id);
  const found = event && (await viewDraw(db, event));
  if (!found) return data<Loaded | null>(null, { status: 404 });
  cacheUntil(context, { topics: ['event', 'form', ...placesOf(id)] });
  const moment = found.drawnAt ?? found.closes;
  return data<Loaded | null>({
    ...found.view,
    key: event.key,
    title: eventName(event.title),
    at: moment === null ? '' : formatViewTime(moment, clock),
  });
}

export const handle = { topics: ['event', 'form'], alsoOn: ({ id = '' }) => placesOf(id) } satisfies LiveHandle;

const NONE = 'There is no such draw.';

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  headOf(matches, {
    title: loaderData ? `The draw: ${loaderData.title}` : NONE,
    description: 'How the places were drawn, for anyone to check.',
    path: `/events/${encodeURIComponent(params.id)}/draw`,
  });

/** Everything that anyone can check about how an event's places are given (docs/draws.md). */
export default function Draw({ loaderData: draw }: Route.ComponentProps) {
  if (!draw) {
    return (
      <Page narrow>
        <h1>{NONE}</h1>
        <p>
          <SmartLink to="/events">See what is coming up</SmartLink>
        </p>
      </Page>
    );
  }
  return (
    <Page narrow>
      <h1 dir="auto">{`The draw: ${draw.title}`}</h1>
      {draw.state === 'open' ? <Before draw={draw} /> : <After draw={draw} />}
      <section className={styles.part} aria-labelledby="not-proven">
        <h2 id="not-proven">What this does not prove</h2>
        <ul>
          <li>That everyone who entered is a person: somebody may have several addresses.</li>
          <li>
            That the club added nobody: officers can add sign-ups, and whoever runs the site could add tickets or leave
            some out before the draw.
          </li>
          <li>
            That nobody knew the secret before: it lies on the club’s server. Whoever reads it there, and may add
            tickets until the last moment or choose the server’s half of one, can try out orders until one suits.
          </li>
          <li>Who comes: afterwards people cancel, those who wait move up, and officers may give a place by hand.</li>
        </ul>
        <p>
          It does prove that the secret was fixed before the draw, and that nobody changed the order of these tickets
          afterwards. Note the fingerprint and your ticket. Compare with friends: everyone must see the same list.
        </p>
      </section>
      <p>
        <SmartLink to={`/events/${encodeURIComponent(draw.key)}`}>See the event</SmartLink>
      </p>
    </Page>
  );
}

function Before({ draw: { key, hash, at, places } }: { draw: Loaded }) {
  const seen = useSeenFingerprint(key, hash, false);
  const own = useOwnTickets(key);
  return (
    <>
      <p>{`${places === 1 ? 'One place is' : `${(places ?? 0).toLocaleString('en')} places are`} drawn on ${at}. When you sign up makes no difference.`}</p>
      {own.map(({ ticket, label }) => (
        <p key={ticket} className={panel.good}>
          {label}
        </p>
      ))}
      <section className={styles.part} aria-labelledby="fingerprint">
        <h2 id="fingerprint">The fingerprint</h2>
        {hash === null ? (
          <p>It is shown here as soon as sign-up opens.</p>
        ) : (
          <>
            <p>
              A secret decides the order of all tickets. It is fixed already, and this is its SHA-256. After the draw
              the secret is shown here, and everyone can see that it is the same.
            </p>
            <code className={styles.hex}>{hash}</code>
            {seen !== undefined && seen !== hash && <OtherFingerprint seen={seen} />}
          </>
        )}
      </section>
    </>
  );
}

/** This browser's tickets: somebody may have entered friends as well. */
function useOwnTickets(key: string): { ticket: string; label: string }[] {
  const own = useOwnSignUps(key);
  return own.flatMap(({ ticket, name }) => {
    if (ticket === undefined) return [];
    return [{ ticket, label: own.length > 1 && name ? `Ticket of ${name}: ${ticket}` : `Your ticket: ${ticket}` }];
  });
}

function OtherFingerprint({ seen }: { seen: string }) {
  return (
    <p role="alert" className={panel.error}>
      This device was shown another fingerprint before: <code className={styles.hex}>{seen}</code>
    </p>
  );
}

/** The part of a list that is rendered at once; browsers leave out those that are not on the screen. */
const AT_ONCE = 100;
const MOST_SHOWN = 10_000;

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;
}

function After({ draw }: { draw: Loaded }) {
  const { key, hash, secret, at, tickets } = draw;
  const places = tickets.filter(({ place }) => place).length;
  const seen = useSeenFingerprint(key, hash, true);
  const own = useOwnTickets(key);
  return (
    <>
      <p>
        {tickets.length === 0
          ? `Nobody was in the draw on ${at}.`
          : `Drawn on ${at}: ${counted(tickets.length, 'ticket')} for ${counted(draw.places ?? places, 'place')}.`}
      </p>
      {tickets.length > 0 && <FindTicket tickets={tickets} own={own[0]?.ticket} />}
      <section className={styles.part} aria-labelledby="secret">
        <h2 id="secret">The secret</h2>
        <dl className={styles.facts}>
          <dt>Fingerprint (SHA-256), shown before the draw</dt>
          <dd>
            <code className={styles.hex}>{hash}</code>
          </dd>
          <dt>Secret</dt>
          <dd>
            <code className={styles.hex}>{secret}</code>
          </dd>
        </dl>
        {seen !== undefined &&
          (seen === hash ? (
            <p>This device was shown the same fingerprint before.</p>
          ) : (
            <OtherFingerprint seen={seen} />
          ))}
        <Recompute draw={draw} />
        <Openssl draw={draw} />
      </section>
      {tickets.length > 0 && <TicketsInOrder draw={draw} own={own.map(({ ticket }) => ticket)} />}
    </>
  );
}

function TicketsInOrder({ draw: { key, tickets }, own }: { draw: Loaded; own: (string | undefined)[] }) {
  const shown = tickets.slice(0, MOST_SHOWN);
  const parts = [...Array(Math.ceil(shown.length / AT_ONCE)).keys()];
  return (
    <section className={styles.part} aria-labelledby="order">
      <h2 id="order">All tickets in order</h2>
      {parts.map((part) => (
        <ol key={part} start={part * AT_ONCE + 1} className={styles.tickets}>
          {shown.slice(part * AT_ONCE, (part + 1) * AT_ONCE).map(({ ticket, place }) => (
            <li key={ticket} id={`ticket-${ticket}`} data-own={own.includes(ticket) || undefined}>
              <code>{ticket}</code> <span>{place ? 'has a place' : 'waits'}</span>
              {own.includes(ticket) && <strong> – yours</strong>}
            </li>
          ))}
        </ol>
      ))}
      {tickets.length > shown.length && (
        <p>
          <span>{`The first ${MOST_SHOWN.toLocaleString('en')} are shown here.`}</span>{' '}
          <a href={addressOf(key)}>All of them, as JSON</a>
        </p>
      )}
    </section>
  );
}

/** Reads a ticket as people may type it from a mail. */
function ticketIn(typed: string): string {
  return typed.replaceAll(/[^a-z0-9]/gi, '').toUpperCase();
}

function FindTicket({ tickets, own }: { tickets: Loaded['tickets']; own: string | undefined }) {
  const [typed, setTyped] = useState<string>();
  const sought = ticketIn(typed ?? own ?? '');
  const at = tickets.findIndex(({ ticket }) => ticket === sought);
  const found = tickets[at];
  return (
    <section className={styles.part} aria-labelledby="yours">
      <h2 id="yours">Your ticket</h2>
      <TextField
        label="Find a ticket"
        name="ticket"
        hint="Eight letters and digits, from your mail."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed ?? own ?? ''}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p role="status" className={sought.length === 8 ? (found?.place ? panel.good : panel.note) : undefined}>
        {sought.length === 8 &&
          (found ? (
            <>
              <span>{`${sought} is number ${(at + 1).toLocaleString('en')}: ${found.place ? 'has a place' : 'waits'}. `}</span>
              {at < MOST_SHOWN && <a href={`#ticket-${sought}`}>Show it in the list</a>}
            </>
          ) : (
            `${sought} was not in the draw.`
          ))}
      </p>
    </section>
  );
}

function Recompute({ draw: { hash, secret, places, tickets } }: { draw: Loaded }) {
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    sayRecomputed({ hash: hash ?? '', secret: secret ?? '', places: places ?? 0, tickets })
      .then(setSaid, () => setSaid(FAILED))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p>
        <Button aria-disabled={isBusy || undefined} onClick={run}>
          Recompute
        </Button>
      </p>
      <noscript>
        <p>Recomputing needs JavaScript. The lines below do the same.</p>
      </noscript>
      <p role="status" className={said ? panel.note : undefined}>
        {said}
      </p>
    </>
  );
}

const FAILED = 'The draw could not be recomputed here. Please try again, or use the lines below.';

async function sayRecomputed(draw: Parameters<typeof import('./recompute.ts').recompute>[0]): Promise<string> {
  // crypto.subtle needs a secure context.
  if (!window.isSecureContext) return 'This browser computes on https pages only. The lines below do the same.';
  const { recompute } = await importAgain(() => import('./recompute.ts'));
  return recompute(draw);
}

function addressOf(key: string): string {
  return `/events/${encodeURIComponent(key)}/draw.json`;
}

function Openssl({ draw: { key, secret } }: { draw: Loaded }) {
  const { publicUrl } = useSiteFacts();
  return (
    <details className={styles.part}>
      <summary>Do it yourself with openssl</summary>
      <p>
        In a terminal these lines print the fingerprint, and then all tickets in order.{' '}
        <a href={addressOf(key)}>The draw as JSON</a>
      </p>
      <pre className={styles.lines} tabIndex={0} role="region" aria-label="Lines for a terminal">
        {linesFor(publicUrl + addressOf(key), secret ?? '')}
      </pre>
    </details>
  );
}

function linesFor(address: string, secret: string): string {
  return `curl -s '${address}' | grep -o '"ticket":"[^"]*"' | cut -d'"' -f4 > tickets.txt
secret=${secret}
printf %s "$secret" | xxd -r -p | openssl dgst -sha256 -r | cut -c1-64
all=$(LC_ALL=C sort tickets.txt | openssl dgst -sha256 -r | cut -c1-64)
while read -r ticket; do
  printf %s "$all:$ticket" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$secret" -r |
    sed "s/ .*/ $ticket/"
done < tickets.txt | LC_ALL=C sort | cut -d' ' -f2`;
}
