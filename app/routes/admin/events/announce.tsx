import { data, Link } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { writeAnnouncement, type Announcement } from '../../../domain/events/announcement.ts';
import { eventName } from '../../../domain/events/titles.ts';
import { viewGlance } from '../../../domain/events/event-view.ts';
import { findAnyEvent } from '../../../domain/events/with-drafts.ts';
import { isPublic } from '../../../domain/events/visibility.ts';
import { siteContext } from '../../../http/context.server.ts';
import { SHEETS, type KitFile, type SheetName } from '../../../posters/announce-kit/kit.ts';
import { findUnsetWords } from '../../../posters/announce-kit/unset-words.ts';
import type { Unset } from '../../../posters/paragraph.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextArea, TextField } from '../../../ui/form/field.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import type { Route } from './+types/announce';
import * as styles from './announce.module.css';
import { NO_EVENT, NoEvent } from './no-event.tsx';
import { useState, type MouseEvent } from 'react';
import { Download } from '../../../ui/admin/icons.tsx';
import { useDownload } from '../../../ui/admin/use-download.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { wantsNewTab } from '../../../ui/wants-new-tab.ts';

export const handle = { topics: ['event', 'draft'] } satisfies LiveHandle;

export const middleware = [needs('change events')];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, club, clock, settings } = context.get(siteContext);
  const event = await findAnyEvent(db, id);
  if (!event) return data({ id, event: null }, { status: 404 });
  const glance = viewGlance(event, clock);
  return data({
    id,
    event: {
      title: eventName(event.title),
      isPublic: isPublic(event),
      isCancelled: event.cancelled,
      /** Every save changes the version, which makes the drawings new. */
      version: event.version,
      missing: await findUnsetWords({ ...event, when: glance, place: event.location, clubName: club.club.name }),
      texts: writeAnnouncement(event, glance, { publicUrl: settings.publicUrl, clubName: club.club.name }),
    },
  });
}

function fileOf(sheet: SheetName): KitFile {
  return sheet === 'poster' ? 'poster.pdf' : `${sheet}.png`;
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params: { id } }) =>
  headOf(matches, {
    title: loaderData?.event ? `Announce ${loaderData.event.title}` : NO_EVENT,
    description: 'Pictures and texts that announce an event.',
    path: `/admin/events/${encodeURIComponent(id)}/announce`,
  });

const SHOWN: Record<SheetName, { label: string; size: string; use: string }> = {
  poster: { label: 'Poster', size: 'A4, PDF', use: 'To print and pin up' },
  square: { label: 'Square', size: '1080 × 1080, PNG', use: 'For a post' },
  story: { label: 'Story', size: '1080 × 1920, PNG', use: 'For a story or a phone' },
  slide: { label: 'Slide', size: '1920 × 1080, PNG', use: 'For a screen or a lecture' },
};

export default function AnnounceScreen({ loaderData: { id, event } }: Route.ComponentProps) {
  const address = `/admin/events/${encodeURIComponent(id)}`;
  if (!event) {
    return (
      <AdminScreen title="Announce">
        <NoEvent id={id} />
      </AdminScreen>
    );
  }
  return (
    <AdminScreen title="Announce">
      <div className={styles.head}>
        <p className={styles.event} dir="auto">
          <Link to={address}>{event.title}</Link>
        </p>
        {!event.isPublic && <p className={styles.note}>This event is not public yet.</p>}
        {event.isCancelled && (
          <p className={styles.note}>This event has been cancelled. The pictures and texts say so.</p>
        )}
      </div>
      <section className={styles.part} aria-labelledby="pictures-heading">
        <h2 id="pictures-heading">Pictures</h2>
        <LeftOut {...event.missing} />
        <ul className={styles.pictures} role="list">
          {SHEETS.map((sheet) =>
            event.missing.letters ? (
              <NotDrawn key={sheet} {...SHOWN[sheet]} missing={event.missing.letters} />
            ) : (
              <KitPicture
                key={sheet}
                {...SHOWN[sheet]}
                sheet={sheet}
                preview={`${address}/announce/${sheet}.png?v=${event.version}`}
                file={`${address}/announce/${fileOf(sheet)}`}
              />
            ),
          )}
        </ul>
      </section>
      <Texts {...event.texts} />
    </AdminScreen>
  );
}

/** Names the letters and signs that the drawings leave out. The event's page and its shared link always have a drawing. */
function LeftOut({ letters, signs }: Unset) {
  return (
    <>
      {letters && (
        <p className={styles.note}>
          The event page’s poster and its link preview leave out every line with <bdi>{letters}</bdi>: upload your own
          picture instead.
        </p>
      )}
      {signs && (
        <p className={styles.note}>
          Left out of pictures, because the site’s typefaces do not have it: <bdi>{signs}</bdi>
        </p>
      )}
    </>
  );
}

function NotDrawn({ label, size, missing }: { label: string; size: string; missing: string }) {
  return (
    <li className={styles.missing}>
      <strong>{label}</strong>
      <p className={styles.about}>{size}</p>
      <p>
        Not drawn: the site’s typefaces have no letters for <bdi>{missing}</bdi>
      </p>
    </li>
  );
}

function Texts({ chat, subject, body }: Announcement) {
  return (
    <div className={styles.texts}>
      <section className={styles.part} aria-labelledby="chat-heading">
        <h2 id="chat-heading">Chat</h2>
        <div className={styles.text}>
          <TextArea label="Message" name="chat" readOnly rows={rowsOf(chat)} value={chat} />
          <CopyButton text={() => chat} />
        </div>
      </section>
      <section className={styles.part} aria-labelledby="mail-heading">
        <h2 id="mail-heading">Email</h2>
        <div className={styles.text}>
          <TextField label="Subject" name="subject" readOnly value={subject} />
          <CopyButton text={() => subject} />
        </div>
        <div className={styles.text}>
          <TextArea label="Text" name="body" readOnly rows={rowsOf(body)} value={body} />
          <CopyButton text={() => body} />
        </div>
      </section>
    </div>
  );
}

const MOST_ROWS = 24;

function rowsOf(text: string): number {
  const wrapped = text.split('\n').map((line) => Math.max(1, Math.ceil(line.length / 56)));
  return Math.min(
    MOST_ROWS,
    wrapped.reduce((sum, rows) => sum + rows, 0),
  );
}

interface KitPictureProps {
  sheet: SheetName;
  label: string;
  size: string;
  use: string;
  preview: string;
  file: string;
}

function KitPicture({ sheet, label, size, use, preview, file }: KitPictureProps) {
  const { start, isBusy, isDone } = useDownload(() => fetch(file));
  const press = (event: MouseEvent) => {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    start();
  };
  return (
    <li className={styles.picture}>
      <Preview key={preview} sheet={sheet} label={label} address={preview} />
      <ButtonLink to={file} reloadDocument download onClick={press} aria-disabled={isBusy || undefined}>
        <Download size={20} />
        {label}
      </ButtonLink>
      <p className={styles.about}>
        {size}
        <br />
        {use}
      </p>
      <p role="status" className={styles.state}>
        {isBusy && 'Drawing…'}
        {isDone && `${label} is in your downloads.`}
      </p>
    </li>
  );
}

type PreviewState = 'loading' | 'shown' | 'failed';

function Preview({ sheet, label, address }: { sheet: SheetName; label: string; address: string }) {
  const [state, setState] = useState<PreviewState>('loading');
  const [tries, setTries] = useState(0);
  const tryAgain = () => {
    setState('loading');
    setTries(tries + 1);
  };
  return (
    <div className={styles.preview} data-sheet={sheet} data-state={state}>
      {state === 'failed' ? (
        <p className={styles.failed}>
          The preview could not be drawn.
          <Button quiet onClick={tryAgain}>
            Try again
          </Button>
        </p>
      ) : (
        <img
          key={tries}
          src={tries === 0 ? address : `${address}&try=${tries}`}
          alt={`Preview: ${label}`}
          ref={(image) => {
            // The picture may have loaded before this listens.
            if (image?.complete) setState(image.naturalWidth > 0 ? 'shown' : 'failed');
          }}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  );
}
