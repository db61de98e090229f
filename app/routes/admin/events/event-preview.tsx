import { useEffect, useState, useSyncExternalStore } from 'react';
import { hasOwnForm } from '../../../domain/event-changes/event-input.ts';
import type { EventView } from '../../../domain/events/event-view.ts';
import { embeddedFormUrl, viewSpan, viewStart } from '../../../domain/events/shown-event.ts';
import { isOver } from '../../../domain/events/times.ts';
import { eventName } from '../../../domain/events/titles.ts';
import type { ImageView } from '../../../domain/files/image-view.ts';
import type { Kind } from '../../../domain/kinds/kind.ts';
import { viewKind } from '../../../domain/kinds/list.ts';
import { momentOf } from '../../../time/club-date-time.ts';
import type { ClubClock } from '../../../time/club-time.ts';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { EventArticle } from '../../events/event-article.tsx';
import { EventCard } from '../../events/event-card.tsx';
import * as styles from './event-fields.module.css';
import type { EventValues } from './event-values.ts';

interface EventPreviewProps {
  values: EventValues;
  eventKey: string;
  timeZone: string;
  kinds: Kind[];
}

/** From this width on there is room beside the fields (event-fields.module.css). */
const WIDE = '(min-width: 65.3rem)';

function followWide(tell: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', tell);
  return () => wide.removeEventListener('change', tell);
}

/** If there is room, shows the card and the page as visitors will see them. Nothing in it can be pressed. */
export function EventPreview(props: EventPreviewProps) {
  const isWide = useSyncExternalStore(followWide, () => matchMedia(WIDE).matches);
  return isWide && <Preview {...props} />;
}

function Preview({ values, eventKey, timeZone, kinds }: EventPreviewProps) {
  const { locale } = useSiteFacts();
  const kind = kinds.find(({ key }) => key === values.kind);
  const title = useSettled(values.title.trim());
  const view = {
    ...viewOf(values, { timeZone, locale }),
    poster: `/admin/poster.svg?${new URLSearchParams({ key: eventKey, title }).toString()}`,
    kind: kind ? viewKind(kind) : null,
  };
  return (
    <div className={styles.preview} inert>
      <p className={styles.caption}>The card</p>
      <div className={styles.card}>
        <EventCard event={view} />
      </div>
      <p className={styles.caption}>The page</p>
      <div className={styles.page}>
        <EventArticle card={view} view={view} hasForm={hasOwnForm(values) || view.embeddedForm !== null} level={3} />
      </div>
    </div>
  );
}

const SETTLED_MS = 500;

/** The text after a short pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The typed values, as the server will show them. */
function viewOf(values: EventValues, clock: ClubClock): Omit<EventView, 'kind' | 'poster'> {
  const { timeZone } = clock;
  const { title, presenter, description, location, customDate, hiddenDate, tentative, dscEvent, recap } = values;
  const dates = {
    start: momentOf(values.start, values.startOccurrence, timeZone) ?? null,
    end: momentOf(values.end, values.endOccurrence, timeZone) ?? null,
    hiddenDate,
    customDate,
  };
  const isPast = isOver(dates, timeZone);
  return {
    // No event has this key, so the browser's own sign-ups are not shown.
    key: 'preview',
    title: eventName(title.trim()),
    presenter,
    description,
    location,
    customDate,
    tentative,
    dscEvent,
    ...viewStart(dates, clock),
    span: viewSpan(dates, clock),
    committee: values.committee,
    organiser: null,
    isOver: isPast,
    recap: isPast ? recap.trim() : '',
    cancelled: false,
    cancelReason: '',
    embedsForm: false,
    embeddedForm: (values.hasGoogleForm && embeddedFormUrl(values.googleFormUrl)) || null,
    signupUrl: (values.hasSignup && values.signupUrl.trim()) || null,
    formId: null,
    image: values.image?.url ? imageAt(values.image.url) : null,
    resources: values.resources.map(({ name, url }) => ({ name, url })),
    gallery: values.gallery.map(({ name, url }) => ({ name, image: imageAt(url) })),
    calendars: null,
  };
}

/** Shows the original, because its smaller copies are made later. */
function imageAt(src: string): ImageView {
  return { src, width: null, height: null, blur: null, variants: null };
}
