import { data, Link } from 'react-router';
import { viewResponses, type Responses } from '../../../domain/entries/responses.ts';
import type { ClubClock } from '../../../domain/events/club-time.ts';
import { viewEvent, type EventView } from '../../../domain/events/event-view.ts';
import { findEvent } from '../../../domain/events/find-event.ts';
import { listFormerForms } from '../../../domain/forms/former-forms.ts';
import { findKeptDays } from '../../../domain/retention/rules.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf } from '../../../ui/site-facts.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { EventArticle } from '../../events/event-article.tsx';
import type { Route } from './+types/event';
import styles from './event.module.css';
import { ResponsesSection } from './responses-section.tsx';

/** The responses to one form, on their way. */
export interface FormResponses {
  formId: string;
  responses: Promise<Responses>;
  /** For how many days each is kept; null: for ever. */
  keptDays: number | null;
}

interface Loaded {
  id: string;
  clock: ClubClock;
  event: EventView | null;
  /** null for an event without a form. */
  responses: FormResponses | null;
  /** To forms that the event had before. */
  former: FormResponses[];
}

export const handle = { topics: ['event', 'form', 'entry'] } satisfies LiveHandle;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, club, clock, settings } = context.get(siteContext);
  const actor = context.get(actorContext);
  const event = await findEvent(db, id);
  if (!event) return data<Loaded>({ id, clock, event: null, responses: null, former: [] }, { status: 404 });
  const former = await listFormerForms(db, id);
  // Not waited for: the event is shown while its responses are on their way.
  const responsesTo = async (formId: string): Promise<FormResponses> => ({
    formId,
    keptDays: await findKeptDays(db, club.retention, formId),
    responses: viewResponses(db, actor, formId),
  });
  return data<Loaded>({
    id,
    clock,
    event: await viewEvent(db, event, { clock, publicUrl: settings.publicUrl }),
    responses: event.formId === null ? null : await responsesTo(event.formId),
    former: await Promise.all(former.map(responsesTo)),
  });
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params: { id } }) =>
  headOf(matches, {
    title: loaderData?.event?.title ?? "Event doesn't exist.",
    description: 'An event and its responses.',
    path: `/admin/events/${encodeURIComponent(id)}`,
  });

/** 'Event Management' for one event: its page, and who signed up (product.md 2, Event detail). */
export default function AdminEvent({ loaderData: { id, clock, event, responses, former } }: Route.ComponentProps) {
  if (!event) {
    return (
      <AdminScreen title="Event Management">
        <h2>Event doesn&apos;t exist.</h2>
        <p>Event ID: {id}</p>
        <p>
          <Link to="/admin/events">All events</Link>
        </p>
      </AdminScreen>
    );
  }
  const address = encodeURIComponent(id);
  return (
    <AdminScreen title="Event Management">
      <section className={styles.event} aria-labelledby="event-heading">
        <div className={styles.head}>
          <h2 id="event-heading">Event</h2>
          <SmartLink to={`/events/${address}`}>Event page</SmartLink>
          <Link to={`/admin/events#edit/${address}`}>Edit event</Link>
          <a href="#responses-heading">Responses</a>
        </div>
        <EventArticle card={event} view={event} level={3} />
      </section>
      <ResponsesSection title={event.title} {...{ id, clock, responses, former }} />
    </AdminScreen>
  );
}
