import { useRef, type RefObject } from 'react';
import { data } from 'react-router';
import { NotFound } from '../../domain/errors.ts';
import { viewByLink, type ManagedSignUp } from '../../domain/sign-ups/by-link.ts';
import { noteFollowed } from '../../domain/sign-ups/links.ts';
import { WHAT_FOLLOWS_THE_DRAW, CLOSED, stateSentence } from '../../domain/sign-ups/sentences.ts';
import { placesOf } from '../../domain/dependency.ts';
import { siteContext } from '../../http/context.server.ts';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { Page } from '../../ui/page.tsx';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { answerFailedSaves } from '../refused-saves.ts';
import { CalendarAddresses, CalendarMenu } from '../events/calendar-menu.tsx';
import { CancelledNote, OverNote } from '../events/event-notes.tsx';
import { Place } from '../events/place.tsx';
import { useFollowedSignUp } from '../events/remember-sign-up.ts';
import { ownPage, runOrPress } from './commands.server.ts';
import { CancelPage, canCancel, OwnSignUp } from './own-sign-up.tsx';
import { qrCodePicture } from './qr-code.server.ts';
import { ToPay } from './to-pay.tsx';
import type { Route } from './+types/manage';
import * as styles from './manage.module.css';
import { UNKNOWN, UnknownSignUp } from './unknown-sign-up.tsx';
import { WaitingForAddress } from './waiting-for-address.tsx';

export async function loader({ context, request, params: { token } }: Route.LoaderArgs) {
  const { db, mailing } = context.get(siteContext);
  const path = ownPage(token);
  // Without JavaScript, a separate page shows what a dialog would show.
  const step = new URL(request.url).searchParams.get('step');
  try {
    const signUp = await viewByLink(db, mailing, token);
    await noteFollowed(db, token);
    return data({ signUp, path, step, picture: signUp.code === null ? null : qrCodePicture(signUp.code) });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({ signUp: null, path, step, picture: null }, { status: 404 });
  }
}

export const action = runOrPress;

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerFailedSaves];

/** People who wait see at once when they get a place. */
export const handle = {
  topics: ['event', 'form'],
  alsoOn: (_params, loaderData) => (isManaged(loaderData) ? placesOf(loaderData.signUp.event.key) : []),
} satisfies LiveHandle;

function isManaged(loaderData: unknown): loaderData is { signUp: ManagedSignUp } {
  return typeof loaderData === 'object' && loaderData !== null && 'signUp' in loaderData && loaderData.signUp !== null;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData?.signUp?.event.title ?? UNKNOWN, description: '', path: '/sign-ups' }),
  { name: 'robots', content: 'noindex' },
  // Other sites do not get the address; this site still learns where the form was sent from.
  { name: 'referrer', content: 'same-origin' },
];

/** One person's sign-up, for anyone who has its link: how it stands, the answers, and what can be done about it. */
export default function Manage({ loaderData: { signUp, picture, path, step }, actionData }: Route.ComponentProps) {
  const state = useRef<HTMLParagraphElement>(null);
  useFollowedSignUp(signUp);
  const showState = () => {
    state.current?.focus({ preventScroll: true });
    state.current?.scrollIntoView({ block: 'center' });
  };
  if (!signUp) return <UnknownSignUp />;
  const { event } = signUp;
  return (
    <Page narrow>
      <h1 dir="auto">{event.title}</h1>
      {event.cancelled && <CancelledNote reason={event.cancelReason} />}
      {event.isOver && !event.cancelled && <OverNote />}
      <Ticket signUp={signUp} picture={picture} state={state} />
      {step === 'cancel' && canCancel(signUp) ? (
        <CancelPage signUp={signUp} path={path} />
      ) : (
        <OwnSignUp
          signUp={signUp}
          path={path}
          isToChange={step === 'change'}
          pressed={actionData && 'ok' in actionData ? {} : (actionData ?? {})}
          onChanged={showState}
        />
      )}
      <WaitingForAddress others={signUp.others} path={path} />
      <div className={styles.more}>
        {event.isShown && <SmartLink to={`/events/${encodeURIComponent(event.key)}`}>See the event</SmartLink>}
        {signUp.hasDraw && <SmartLink to={`/events/${encodeURIComponent(event.key)}/draw`}>See the draw</SmartLink>}
        {signUp.calendars && (
          <CalendarMenu id="calendars" label="Add to calendar">
            <CalendarAddresses links={signUp.calendars} />
          </CalendarMenu>
        )}
      </div>
    </Page>
  );
}

interface TicketProps {
  signUp: ManagedSignUp;
  /** The code for the door. */
  picture: string | null;
  state: RefObject<HTMLParagraphElement | null>;
}

function Ticket({ signUp, picture, state }: TicketProps) {
  const { event } = signUp;
  return (
    <div className={styles.ticket} data-state={event.cancelled || event.isOver ? 'over' : signUp.state}>
      {picture && (
        <figure className={styles.stub}>
          <img src={picture} alt="Code for the door" width={240} height={240} className={styles.code} />
          <figcaption>Show this at the door</figcaption>
        </figure>
      )}
      <div className={styles.says}>
        <p ref={state} tabIndex={-1} role="status" className={styles.state}>
          {stateText(signUp)}
        </p>
        {signUp.draws && (
          <>
            <p>{signUp.draws}</p>
            <p>{WHAT_FOLLOWS_THE_DRAW}</p>
          </>
        )}
        {signUp.costs && <p>{signUp.costs}</p>}
        {signUp.payment && <ToPay {...signUp.payment} Heading="h2" />}
        <dl className={styles.facts}>
          {event.when && (
            <>
              <dt>When</dt>
              <dd>{event.when}</dd>
            </>
          )}
          {event.location && (
            <>
              <dt>Where</dt>
              <dd>
                <Place location={event.location} />
              </dd>
            </>
          )}
        </dl>
      </div>
    </div>
  );
}

function stateText({ state, position, ticket, confirming }: ManagedSignUp): string {
  if (confirming === 'closed') return CLOSED.closed;
  if (confirming === 'full') return CLOSED.full;
  if (state === 'unconfirmed') return 'One more step: your sign-up counts once you have confirmed it.';
  if (state === 'entered') return `You are in the draw. Your ticket: ${ticket}.`;
  return stateSentence(state, position);
}
