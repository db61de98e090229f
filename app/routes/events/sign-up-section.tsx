import { Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EventView } from '../../domain/events/event-view.ts';
import type { EventForm } from '../../domain/forms/event-form-definition.ts';
import type { OptionCounts } from '../../domain/forms/option-places.ts';
import { WHAT_FOLLOWS_THE_DRAW } from '../../domain/sign-ups/sentences.ts';
import type { EventPlaces } from '../../domain/sign-ups/places.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { SmartLink } from '../../ui/smart-link.tsx';
import { eventForm, ownSignUpPanel } from './late-form.ts';
import { ownOf, useOwnSignUps } from './own-sign-ups.ts';
import type { RecordedAnswer } from './recorded.tsx';
import * as styles from './sign-up-section.module.css';

const MEMBERS_ADDRESS = 'Sign up with the email address of your membership.';

interface SignUpSectionProps {
  event: EventView;
  form: EventForm | null;
  options: OptionCounts;
  hasClosed: boolean;
  places: EventPlaces | null;
  /** The note on a preview, whose form takes no answers. */
  preview?: string | undefined;
  onRecorded: (answer: RecordedAnswer | null) => void;
}

export function SignUpSection(props: SignUpSectionProps) {
  return <Section key={props.event.key} {...props} />;
}

/** Decides which form is shown, and whether it is folded. */
function useShownForm(eventKey: string, form: SignUpSectionProps['form']) {
  // If the club removes the form while somebody fills it in, it stays with what they typed.
  const [opened, setOpened] = useState(form);
  if (form && form !== opened) setOpened(form);
  const formBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const left = form ? null : formBox.current?.querySelector('form');
    if (left && !isFilled(left)) setOpened(null);
  }, [form]);
  const own = useOwnSignUps(eventKey);
  const [isOpen, setOpen] = useState(() => typeof window === 'undefined' || ownOf(eventKey).length === 0);
  // Whoever comes back to an event that they signed up for is not offered the empty form again. A form that is open
  // already, here or in another tab, stays open: it may hold what somebody typed, or says that it was recorded.
  const isFolded = own.length > 0 && !isOpen;
  // Once all are forgotten, here or in another tab, the form opens, and says what becomes of the next person's answers.
  const [hadOwn, setHadOwn] = useState(false);
  if (own.length > 0 && !hadOwn) setHadOwn(true);
  if (hadOwn && own.length === 0 && !isOpen) setOpen(true);
  const signUpElse = () => {
    flushSync(() => setOpen(true));
    formBox.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  };
  return { shown: form ?? opened, own, isFolded, formBox, signUpElse };
}

function Section({ event, form, options, hasClosed, places, preview, onRecorded }: SignUpSectionProps) {
  const { shown, own, isFolded, formBox, signUpElse } = useShownForm(event.key, form);
  const [Form] = useState(() => eventForm());
  const [OwnPanel] = useState(() => ownSignUpPanel());
  const [recorded, setRecorded] = useState<string>();
  const { embeddedForm } = event;
  const isBeside = shown !== null && !isFolded;
  const showsOwn = own.length > 0 && !event.cancelled;
  if (!shown && !embeddedForm && !hasClosed && !places && !showsOwn) return null;
  const isOneOfTwo = shown !== null && embeddedForm !== null;
  return (
    <section id="sign-up" tabIndex={-1} className={styles.section} aria-labelledby="sign-up-heading">
      <h2 id="sign-up-heading">Sign Up</h2>
      {hasClosed && <p>Sign-up has closed.</p>}
      <Places places={places} isFolded={isFolded} />
      {isOneOfTwo && <p>This event has two separate forms: sending one does not send the other.</p>}
      {shown && (
        <div ref={formBox} className={styles.own} hidden={isFolded}>
          {isOneOfTwo && (
            <>
              <h3>First form: on this site</h3>
              <p>Your answers go straight to the club.</p>
            </>
          )}
          <Suspense fallback={<Spinner label="Loading the form" />}>
            <Form
              key={shown.id}
              form={shown}
              options={options}
              isClosed={!form || preview !== undefined}
              note={preview}
              isFull={places?.state === 'full'}
              isWaitlist={places?.state === 'waitlist'}
              mayWait={Boolean(places?.kept)}
              calendars={event.calendars}
              eventKey={event.key}
              overAt={places?.overAt ?? null}
              onRecorded={(answer) => {
                setRecorded(answer?.signUp?.link);
                onRecorded(answer);
              }}
            />
          </Suspense>
        </div>
      )}
      {showsOwn && (
        <Suspense>
          <OwnPanel
            own={isBeside ? own.filter(({ link }) => link !== recorded) : own}
            isBeside={isBeside}
            onElse={isFolded && form && !preview ? signUpElse : undefined}
          />
        </Suspense>
      )}
      {embeddedForm && <SecondForm event={event} src={embeddedForm} isOneOfTwo={isOneOfTwo} />}
    </section>
  );
}

function Places({ places, isFolded }: Pick<SignUpSectionProps, 'places'> & { isFolded: boolean }) {
  if (!places) return null;
  // Whoever is signed up is not asked to join the waitlist, unless they open the form for somebody else.
  const isForOthers = isFolded && (places.state === 'waitlist' || places.state === 'full');
  const text = isForOthers ? '' : places.text;
  return (
    <>
      {places.audience && (
        <div className={styles.own}>
          <p>{places.audience}</p>
          <p>
            <span>{[MEMBERS_ADDRESS, places.fee].filter(Boolean).join(' ')}</span>{' '}
            <SmartLink to="/signup">Become a member</SmartLink>
          </p>
        </div>
      )}
      {/* Always there, so that a change is read out. */}
      <p role="status" className={text ? styles.places : undefined}>
        {text}
      </p>
      {places.state === 'draw' && <p>{WHAT_FOLLOWS_THE_DRAW}</p>}
      {places.closes && <p>{places.closes}</p>}
      {places.kept && <p>{places.kept}</p>}
      {places.draw && <SmartLink to={places.draw}>See the draw</SmartLink>}
    </>
  );
}

function isFilled(form: HTMLFormElement): boolean {
  return [...new FormData(form).values()].some((value) => value !== '');
}

function SecondForm({ event, src, isOneOfTwo }: { event: EventView; src: string; isOneOfTwo: boolean }) {
  return (
    <>
      {isOneOfTwo && (
        <div className={styles.own}>
          <h3>{`Second form: at ${new URL(src).host}`}</h3>
          <p>What you enter there goes to that service.</p>
        </div>
      )}
      <EmbeddedForm key={src} src={src} title={`Sign-up form for ${event.title}`} />
    </>
  );
}

/** The document decides which sites a page may frame, so people who came without loading a document get it now. */
function EmbeddedForm({ src, title }: { src: string; title: string }) {
  const [isAllowed] = useState(() => typeof window === 'undefined' || wasLoadedHere());
  useEffect(() => {
    if (!isAllowed) window.location.reload();
  }, [isAllowed]);
  if (!isAllowed) return <Spinner label="Loading the sign-up form" />;
  return (
    <div className={styles.embedded}>
      <iframe className={styles.frame} src={src} title={title} height={500} loading="lazy" />
      {/* Where the frame stays empty, nothing on this page can know it. */}
      <p>
        <SmartLink to={src}>Open the form in a new tab</SmartLink>
      </p>
    </div>
  );
}

function wasLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document === undefined || new URL(document.name).pathname === window.location.pathname;
}
