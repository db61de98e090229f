import type { KindView } from '../../domain/kinds/list.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useSiteFacts } from '../../ui/site-facts.ts';
import { newTab } from '../../ui/smart-link.tsx';
import { CalendarMenu } from './calendar-menu.tsx';
import * as styles from './subscribe-menu.module.css';

/** Subscribes a calendar program to the club's calendar. */
export function SubscribeMenu({ kinds = [] }: { kinds?: KindView[] }) {
  const { name, publicUrl } = useSiteFacts();
  const feed = `${publicUrl}/events.ics`;
  const subscribed = feed.replace(/^https?:/, 'webcal:');
  return (
    <CalendarMenu id="subscribe" label="Subscribe to all events">
      <a href={subscribed}>Calendar on this device</a>
      <a href={`https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscribed)}`} {...newTab}>
        Google Calendar
      </a>
      <a
        href={`https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(feed)}&name=${encodeURIComponent(name)}`}
        {...newTab}
      >
        Outlook
      </a>
      {kinds.map(({ slug, name: kind }) => (
        <a key={slug} href={`${subscribed}?kind=${slug}`}>
          {`Only ${kind}`}
        </a>
      ))}
      <p className={styles.address}>
        <span>{feed}</span>
        <CopyButton text={() => feed} />
      </p>
    </CalendarMenu>
  );
}
