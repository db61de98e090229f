import { Suspense, useState } from 'react';
import { Await, data } from 'react-router';
import { withoutMarks } from '../../domain/events/description-marks.ts';
import { type EventCardView, viewEvent, type EventView } from '../../domain/events/event-view.ts';
import { eventSchema, type JsonObject, type Offer } from '../../domain/events/event-json-ld.ts';
import { findPublicEvent } from '../../domain/events/read-events.ts';
import { overFrom } from '../../domain/events/times.ts';
import type { EventForm } from '../../domain/forms/event-form-definition.ts';
import { findForm } from '../../domain/forms/event-form.ts';
import { hasLimits, type OptionCounts } from '../../domain/forms/option-places.ts';
import {
  countLimitedOptions,
  findPersonFormOf,
  placesPolicy,
  takesAnswers,
  viewEventPlaces,
  type EventPlaces,
} from '../../domain/sign-ups/places.ts';
import { fromCents } from '../../domain/money.ts';
import { placesOf } from '../../domain/dependency.ts';
import { cacheUntil } from '../../http/cache/cache-until.ts';
import { siteContext, responseContext } from '../../http/context.server.ts';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import type { Route } from './+types/show';
import { EventArticle } from './event-article.tsx';
import { readPreview, type DraftPreview } from './read-preview.server.ts';
import { SignUpSection } from './sign-up-section.tsx';
import { takeSelectedEvent } from './selected-event.ts';
import { useReloadAt } from '../../ui/use-reload-at.ts';

interface Loaded {
  id: string;
  event: EventView | null;
  /** The event's own form; null if it has none, if it is empty, or if sign-up is over. */
  form: EventForm | null;
  /** The places of limited options. */
  options: OptionCounts;
  /** True if the event had sign-up and that is over, or the event is over or cancelled. */
  hasClosed: boolean;
  /** The places of a form that asks for a person. */
  places: EventPlaces | null;
  /** When the page next changes by itself, because sign-up opens or closes or the event ends. Epoch milliseconds; null for never. */
  changesAt: number | null;
  schema: JsonObject | null;
  preview?: DraftPreview;
}

interface OpeningData {
  card: EventCardView;
  loaded: Promise<Loaded>;
}

export async function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  const { db, clock, club, settings, mailing } = context.get(siteContext);
  const event = await findPublicEvent(db, id);
  const token = new URL(request.url).searchParams.get('preview');
  if (!event && token !== null) {
    const preview = await readPreview(context.get(siteContext), id, token);
    if (preview) {
      if (preview.event.embeddedForm)
        context.get(responseContext).frames.push(new URL(preview.event.embeddedForm).origin);
      return data<Loaded>({ id, options: {}, places: null, changesAt: null, schema: null, ...preview });
    }
  }
  if (!event)
    return data<Loaded>(
      { id, event: null, form: null, options: {}, hasClosed: false, places: null, changesAt: null, schema: null },
      { status: 404 },
    );
  const view = await viewEvent(db, event, { clock, publicUrl: settings.publicUrl });
  const over = view.isOver ? Infinity : overFrom(event, clock.timeZone);
  cacheUntil(context, { topics: ['event', 'form', 'committee'], until: over });
  const found = event.formId ? await findForm(db, event.formId) : null;
  const form = found && found.fields.length > 0 ? found : null;
  const { signupUrl, embeddedForm } = view;
  const takesNone = view.isOver || view.cancelled;
  const person = form?.asksPerson ? await findPersonFormOf(db, event, clock.timeZone) : undefined;
  const policy = person && placesPolicy(id, person, clock.timeZone);
  // The line contains 'at 6 PM' or 'Friday', so it changes at midnight.
  if (policy) cacheUntil(context, { ...policy, untilMidnight: true });
  if (form && hasLimits(form.fields)) cacheUntil(context, { topics: placesOf(id) });
  const changesAt = Math.min(over, policy?.until ?? Infinity);
  const places = person ? await viewEventPlaces(db, person, mailing) : null;
  const isOpen = !takesNone && (!places || takesAnswers(places.state));
  if (embeddedForm && !takesNone) context.get(responseContext).frames.push(new URL(embeddedForm).origin);
  return data<Loaded>({
    id,
    event: { ...view, price: places?.price ?? null, ...(takesNone && { signupUrl: null, embeddedForm: null }) },
    form: isOpen ? form : null,
    options: isOpen && form ? await countLimitedOptions(db, person, form) : {},
    hasClosed: places ? places.state === 'closed' : takesNone && Boolean(form ?? signupUrl ?? embeddedForm),
    places,
    changesAt: changesAt === Infinity ? null : changesAt,
    schema:
      eventSchema(event, { ...club.club, publicUrl: settings.publicUrl }, offerOf(person, club.club.currency)) ?? null,
  });
}

function offerOf(person: { price: number | null } | undefined, currency: string): Offer | undefined {
  if (!person || person.price === null) return undefined;
  return { price: String(fromCents(person.price, currency)), currency };
}

/** Going from a card to its event shows the card's data at once; the event's own data follows. */
export async function clientLoader({
  params,
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Loaded | OpeningData> {
  const card = takeSelectedEvent(params.id);
  if (!card) return serverLoader();
  const loaded = serverLoader().catch((error: unknown) => {
    // Aborted by a newer load: keep the card until that brings the event.
    if (request.signal.aborted) return new Promise<never>(() => {});
    throw error;
  });
  return { card, loaded };
}

export const handle = { topics: ['event', 'form'], alsoOn: ({ id = '' }) => placesOf(id) } satisfies LiveHandle;

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) => {
  const known: Partial<EventView> | null | undefined =
    loaderData && ('card' in loaderData ? loaderData.card : loaderData.event);
  const path = `/events/${encodeURIComponent(params.id)}`;
  if (!known) return headOf(matches, { title: "Event doesn't exist.", description: '', path });
  const { schema, preview } = loaderData && 'schema' in loaderData ? loaderData : {};
  return [
    ...headOf(matches, {
      title: known.title ?? '',
      description: [
        known.cancelled && 'This event has been cancelled',
        known.span ?? known.when,
        withoutMarks(known.description ?? '', { addresses: false }),
      ]
        .filter(Boolean)
        .join('. '),
      path,
      image: { url: `${path}/share.png${preview?.query ?? ''}`, width: 1200, height: 630, alt: known.title ?? '' },
      type: 'article',
    }),
    ...(schema ? [{ 'script:ld+json': schema }] : []),
    ...(preview ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export default function ShowEvent({ loaderData }: Route.ComponentProps) {
  const { card, loaded } = 'card' in loaderData ? loaderData : { card: undefined, loaded: loaderData };
  // The same tree for both, so that loading the event again keeps what is typed into its form.
  return (
    <Page>
      <Suspense fallback={card && <Opening card={card} />}>
        <Await resolve={loaded}>{(arrived) => <Body {...arrived} />}</Await>
      </Suspense>
    </Page>
  );
}

function Opening({ card }: { card: EventCardView }) {
  return (
    <>
      <EventArticle card={card} />
      <Spinner label="Loading" />
    </>
  );
}

function Body({ id, event, form, options, hasClosed, places, changesAt, preview }: Loaded) {
  const [recorded, setRecorded] = useState<string | null>(null);
  useReloadAt(changesAt);
  if (!event) {
    return (
      <>
        <h1>Event doesn&apos;t exist.</h1>
        <p>{`Event ID: ${id}`}</p>
        <p>
          It may have been taken down. <SmartLink to="/events">See what is coming up</SmartLink>
        </p>
      </>
    );
  }
  // People who have just filled in the form, or are on the waitlist, are not sent there again.
  const isRecorded = recorded === event.key;
  const isToFill = form !== null && !isRecorded;
  return (
    <EventArticle
      card={event}
      view={event}
      note={preview?.note}
      hasForm={isToFill || event.embeddedForm !== null}
      line={isRecorded || places?.state === 'closed' ? undefined : places?.line}
    >
      <SignUpSection
        event={event}
        form={form}
        options={options}
        hasClosed={hasClosed && !isRecorded}
        places={isRecorded ? null : places}
        preview={preview?.formNote}
        onRecorded={(answer) => setRecorded(answer ? event.key : null)}
      />
    </EventArticle>
  );
}
