import type { MouseEvent, ReactNode } from 'react';
import { data } from 'react-router';
import { mayOn, seesDraftOf } from '../../../domain/events/rights.ts';
import { isPublic } from '../../../domain/events/visibility.ts';
import { needs } from '../../../auth/middleware.server.ts';
import { countResponses } from '../../../domain/responses/list-responses.ts';
import { pricedOf, viewResponses } from '../../../domain/responses/view-responses.ts';
import { clubDay } from '../../../time/club-day.ts';
import { viewEvent, whenOf } from '../../../domain/events/event-view.ts';
import { retrospectiveOf } from '../../../domain/events/retrospective.ts';
import { isOver, phaseOf, type EventPhase } from '../../../domain/events/times.ts';
import { findAnyEvent } from '../../../domain/events/with-drafts.ts';
import { listKinds } from '../../../domain/kinds/list.ts';
import { findPreviewToken } from '../../../domain/events/preview.ts';
import { visibilityText } from '../../../domain/records/publish-at.ts';
import { listFormerForms } from '../../../domain/forms/event-form.ts';
import { findRetentionDays } from '../../../domain/retention/rules.ts';
import { viewAnnouncements } from '../../../domain/announcements/view-announcements.ts';
import { viewForCancelling } from '../../../domain/event-changes/view-for-cancelling.ts';
import { viewProposal } from '../../../domain/event-changes/proposals.ts';
import { can } from '../../../domain/roles.ts';
import { unpaidPlacesSentence } from '../../../domain/sign-ups/payments/unpaid-places-sentences.ts';
import { listSentMessages } from '../../../domain/sign-ups/messages.ts';
import { viewSignUps } from '../../../domain/sign-ups/by-officer.ts';
import { hasPayments } from '../../../domain/sign-ups/payments/list-payments.ts';
import { expectAt } from '../../../domain/looking-back/expectation.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { useKeepsDialog } from '../../../ui/admin/role.ts';
import { AdminScreen } from '../../../ui/admin/screen.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CopyLink } from '../../../ui/copy-link.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { headOf, useSiteFacts } from '../../../ui/site-facts.ts';
import { wantsNewTab } from '../../../ui/wants-new-tab.ts';
import { EventArticle } from '../../events/event-article.tsx';
import { EventImage } from '../../events/event-image.tsx';
import type { Route } from './+types/event';
import { Announcements } from './announcements.tsx';
import { Cancellation } from './cancellation.tsx';
import * as styles from './event.module.css';
import { EditEvent } from './event-dialogs.tsx';
import { HowItWent } from './how-it-went.tsx';
import { NO_EVENT, NoEvent } from './no-event.tsx';
import type { SignUpsView } from './sign-up-actions.tsx';
import { Proposal } from './proposal.tsx';
import { ShortLink } from './short-link.tsx';
import { ResponsesSection, type FormResponses } from './responses-section.tsx';

export const handle = { topics: ['event', 'draft', 'form', 'entry', 'announcement'] } satisfies LiveHandle;

export const middleware = [needs('see content')];

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { db, club, clock, settings, mailing } = context.get(siteContext);
  const actor = context.get(actorContext);
  const event = await findAnyEvent(db, id);
  const maySee = event && (isPublic(event) || seesDraftOf(actor, event.committee || null));
  if (!event || !maySee) return data({ id, event: null }, { status: 404 });
  const mayRead = await mayOn(db, actor, 'handle responses', [id]);
  const signUps = await viewSignUps(db, actor, event, mailing);
  const isToCome = !event.cancelled && !isOver(event, clock.timeZone);
  const years = { timeZone: clock.timeZone, yearStartsIn: club.club.yearStartsIn };
  const former = mayRead ? await listFormerForms(db, id) : [];
  const { membership } = club;
  const members = membership && { membership, today: clubDay(clock.timeZone) };
  // Not awaited: the event is shown while its responses are still loading.
  const responsesTo = async (formId: string): Promise<FormResponses> => ({
    formId,
    keptDays: await findRetentionDays(db, club.retention, formId),
    responses: viewResponses(db, actor, formId, members, {
      club: mailing,
      ...(await pricedOf(db, formId, event.cancelled)),
    }),
  });
  const mayChange = await mayOn(db, actor, 'change events', [id]);
  return data({
    may: { change: mayChange, read: mayRead },
    id,
    clock,
    defaultResponsesDays: club.retention?.responsesDays ?? null,
    kinds: mayChange ? await listKinds(db) : [],
    event: await viewEvent(db, event, { clock, publicUrl: settings.publicUrl }),
    /** 'Tue Nov 24, 6–8 PM', or the custom date; empty for an event without a date. */
    when: whenOf(event, clock),
    phase: phaseOf(event, clock.timeZone),
    /** 'Draft', or when it will be published; empty if visitors see it. */
    visibility: visibilityText(event.publishAt, clock),
    previewToken: mayChange ? await findPreviewToken(db, actor, id) : null,
    announcements: await viewAnnouncements(db, actor, id),
    /** The number of responses; null without a form, and for people who may not read them. */
    count: event.formId === null || !mayRead ? null : await countResponses(db, { kind: 'event', id: event.formId }),
    responses: event.formId === null || !mayRead ? null : await responsesTo(event.formId),
    /** The responses to forms that the event had before. */
    former: await Promise.all(former.map(responsesTo)),
    signUps: signUps && { ...signUps, expectation: isToCome ? await expectAt(db, signUps.counts.going, years) : null },
    messages: mayRead ? await listSentMessages(db, actor, id) : [],
    /** For people who may change the event: the version shown, how many a cancellation would mail, and who has not paid in time. */
    forCancelling: mayChange ? await viewForCancelling(db, event, mayRead || can(actor?.role, 'change events')) : null,
    retrospective: mayChange && isOver(event, clock.timeZone) ? retrospectiveOf(event) : null,
    today: clubDay(clock.timeZone),
    hasPayments: (await mayOn(db, actor, 'handle payments', [id])) && (await hasPayments(db, event)),
    isMailSetUp: settings.smtpUrl !== undefined,
    /** Whether the site can write into the club's chat. */
    hasChat: settings.discordWebhookUrl !== undefined,
    proposal: mayChange ? await viewProposal(db, event) : null,
  });
}

type Shown = Extract<Route.ComponentProps['loaderData'], { when: string }>;

export const meta: Route.MetaFunction = ({ matches, loaderData, params: { id } }) =>
  headOf(matches, {
    title: loaderData?.event?.title ?? NO_EVENT,
    description: 'An event and its responses.',
    path: `/admin/events/${encodeURIComponent(id)}`,
  });

export default function AdminEvent({ loaderData }: Route.ComponentProps) {
  if (loaderData.event) return <ShownEvent {...loaderData} />;
  return (
    <AdminScreen title="Event Management">
      <NoEvent id={loaderData.id} />
    </AdminScreen>
  );
}

function ShownEvent(shown: Shown) {
  const { may, id, clock, defaultResponsesDays, kinds, event, responses, former, signUps, forCancelling } = shown;
  const { announcements, hasChat, visibility, previewToken, messages, phase, retrospective } = shown;
  const { dialog, edit, message, close } = useDialogAddress();
  const { change: mayChange, read: mayRead } = may;
  const keepsDialog = useKeepsDialog(mayChange);
  const wasCounted = (signUps?.counts.came ?? 0) > 0;
  return (
    <AdminScreen title="Event Management" minor>
      <section className={styles.event} aria-labelledby="event-heading">
        <Facts {...shown} />
        {forCancelling && shown.proposal && <Proposal proposal={shown.proposal} version={forCancelling.version} />}
        <Actions
          id={id}
          previewToken={previewToken}
          phase={phase}
          isSeen={visibility === ''}
          hasDoor={signUps !== null}
          hasPayments={shown.hasPayments}
          whoCame={retrospective && !wasCounted ? '#how-it-went' : signUps && '#responses-heading'}
          onEdit={mayChange ? edit : undefined}
        >
          {forCancelling && (
            <div className={styles.apart}>
              <Cancellation isCancelled={event.cancelled} {...forCancelling} />
            </div>
          )}
        </Actions>
        <Announcements mayChange={mayChange} announcements={announcements} hasChat={hasChat} clock={clock} />
        <details className={styles.public}>
          <summary>What visitors see</summary>
          <EventArticle card={event} view={event} level={3} />
        </details>
      </section>
      {forCancelling && retrospective && (
        <HowItWent key={id} retrospective={retrospective} wasCounted={wasCounted} version={forCancelling.version} />
      )}
      {mayRead && (
        <ResponsesSection
          title={event.title}
          id={id}
          today={shown.today}
          clock={clock}
          responses={responses}
          former={former}
          signUps={signUps}
          messages={messages}
          messaging={{ isMailSetUp: shown.isMailSetUp, isOpen: dialog?.kind === 'message', open: message, close }}
        />
      )}
      {keepsDialog && dialog?.kind === 'edit' && dialog.key === id && (
        <EditEvent
          eventKey={id}
          timeZone={clock.timeZone}
          {...{ defaultResponsesDays, hasChat, kinds }}
          onClose={close}
        />
      )}
    </AdminScreen>
  );
}

function Facts({ event, count, when, visibility, signUps, forCancelling }: Shown) {
  return (
    <div className={styles.facts}>
      <EventImage
        image={event.image}
        poster={`${event.poster}&wordless`}
        sizes="96px"
        className={styles.poster ?? ''}
      />
      <div className={styles.what}>
        <h2 id="event-heading" className="visually-hidden">
          Event
        </h2>
        <h3 className={styles.title} dir="auto">
          {event.title}
        </h3>
        <p className={styles.when}>
          <span>{when || 'Without a date'}</span> {visibility && <span className={styles.unseen}>{visibility}</span>}{' '}
          {event.cancelled && <span className={styles.cancelled}>Cancelled</span>}{' '}
          {event.tentative && !event.cancelled && <span className={styles.mark}>Tentative</span>}
        </p>
        {event.location && <p dir="auto">{event.location}</p>}
        {visibility && !event.cancelled && forCancelling !== null && forCancelling.late > 0 && (
          <p>When it is published: {unpaidPlacesSentence(forCancelling.late)}</p>
        )}
        {event.cancelReason && (
          <p className={styles.reason} dir="auto">
            {event.cancelReason}
          </p>
        )}
      </div>
      {count !== null && (
        <a href="#responses-heading" className={styles.count}>
          {signUps ? <Going {...signUps.counts} /> : <Counted count={count} />}
        </a>
      )}
    </div>
  );
}

function Counted({ count }: { count: number }) {
  return (
    <>
      <strong>{count.toLocaleString('en')}</strong> {count === 1 ? 'response' : 'responses'}
    </>
  );
}

/** '3 going · 1 waiting' */
function Going({ going, waiting }: SignUpsView['counts']) {
  return (
    <>
      <strong>{going.toLocaleString('en')}</strong> going{waiting > 0 && ` · ${waiting.toLocaleString('en')} waiting`}
    </>
  );
}

interface ActionsProps {
  id: string;
  previewToken: string | null;
  phase: EventPhase;
  isSeen: boolean;
  hasDoor: boolean;
  hasPayments: boolean;
  /** The id of the place on this page that says or asks how many came. */
  whoCame: string | null;
  onEdit: ((key: string) => void) | undefined;
  children: ReactNode;
}

/** The button that is needed most at this moment comes first. */
function Actions({
  id,
  previewToken,
  phase,
  isSeen,
  hasDoor,
  hasPayments: isPriced,
  whoCame,
  onEdit,
  children,
}: ActionsProps) {
  const { publicUrl } = useSiteFacts();
  const encodedKey = encodeURIComponent(id);
  const preview = previewToken === null ? undefined : `/events/${encodedKey}?preview=${previewToken}`;
  const announceLink = onEdit && (
    <ButtonLink quiet={phase !== 'before'} to={`/admin/events/${encodedKey}/announce`}>
      Announce
    </ButtonLink>
  );
  const doorLink = hasDoor && (
    // Only the door's own document allows the camera, and its service worker stores that document.
    <ButtonLink quiet={phase !== 'today'} to={`/admin/events/${encodedKey}/door`} reloadDocument>
      Door
    </ButtonLink>
  );
  return (
    <div className={styles.actions}>
      {phase === 'after' && whoCame && <ButtonLink to={whoCame}>How many came</ButtonLink>}
      {phase === 'today' && doorLink}
      {phase === 'before' && announceLink}
      {onEdit && <EditLink id={id} onEdit={onEdit} />}
      {isSeen && (
        <ButtonLink quiet to={`/events/${encodedKey}`}>
          Event page
        </ButtonLink>
      )}
      {preview && (
        // Only its own document has the header that keeps the token from other sites.
        <ButtonLink quiet to={preview} reloadDocument>
          Preview
        </ButtonLink>
      )}
      {phase !== 'before' && announceLink}
      {phase !== 'today' && doorLink}
      {isPriced && (
        <ButtonLink quiet to={`/admin/events/${encodedKey}/payments`}>
          Payments
        </ButtonLink>
      )}
      {/* A draft's link would lead visitors nowhere. */}
      {isSeen && <CopyLink url={`${publicUrl}/events/${encodedKey}`} />}
      {isSeen && <ShortLink id={id} />}
      {preview && <CopyButton label="Copy preview link" text={() => publicUrl + preview} />}
      {children}
    </div>
  );
}

function EditLink({ id, onEdit }: { id: string; onEdit: (key: string) => void }) {
  const encodedKey = encodeURIComponent(id);
  const openHere = (event: MouseEvent) => {
    if (wantsNewTab(event)) return;
    event.preventDefault();
    onEdit(id);
  };
  return (
    <ButtonLink quiet to={`/admin/events/${encodedKey}#edit/${encodedKey}`} onClick={openHere}>
      Edit event
    </ButtonLink>
  );
}
