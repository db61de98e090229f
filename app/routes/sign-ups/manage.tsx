import { useEffect, useRef, useState, type ComponentProps, type SubmitEvent } from 'react';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { NotFound } from '../../domain/errors.ts';
import { own } from '../../domain/own.ts';
import { answerText, type Answers } from '../../domain/questions/answer.ts';
import { askedFields } from '../../domain/questions/conditions.ts';
import { defineEventForm, type EventFormField } from '../../domain/forms/event-form-definition.ts';
import { checkAnswers } from '../../domain/forms/form-definition.ts';
import {
  cancelByLink,
  changeByLink,
  confirmByLink,
  confirmOther,
  signUpAgain,
  viewByLink,
  type ManagedSignUp,
} from '../../domain/sign-ups/manage.ts';
import { noteFollowed } from '../../domain/sign-ups/links.ts';
import { readFirstHalf } from '../../domain/sign-ups/draw/tickets.ts';
import { PERSON } from '../../domain/sign-ups/person.ts';
import { WHAT_FOLLOWS_THE_DRAW, CLOSED, stateSentence } from '../../domain/sign-ups/sentences.ts';
import { placesOf } from '../../domain/dependency.ts';
import { toAction, type ActionInput } from '../../http/actions.ts';
import { siteContext } from '../../http/context.server.ts';
import { toProblem } from '../../http/problem.ts';
import { readForm, WITH_ANSWERS } from '../../http/read-form.ts';
import type { Site } from '../../site.ts';
import { AskFirst } from '../../ui/dialog.tsx';
import { useSend, type Saved } from '../../ui/use-send.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import * as fieldStyles from '../../ui/form/field.module.css';
import * as formStyles from '../../ui/form/form.module.css';
import type { LiveHandle } from '../../ui/live/use-live.ts';
import { Page } from '../../ui/page.tsx';
import * as panel from '../../ui/panel.module.css';
import { headOf } from '../../ui/site-facts.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import { answerFailedSaves } from '../admin/refused-saves.ts';
import { CancelledNote } from '../events/cancelled-note.tsx';
import { AskedFields } from '../events/asked-fields.tsx';
import { FormChanges, useChangingForm } from '../events/changing-form.tsx';
import { answersIn } from '../events/custom-field.tsx';
import { chooseHalf } from '../events/choose-half.ts';
import { LOOK_INTO_MAIL } from '../events/look-into-mail.ts';
import { Place } from '../events/place.tsx';
import { ToPay } from './to-pay.tsx';
import { useFollowedSignUp } from '../events/remember-sign-up.ts';
import { qrCodePicture } from './qr-code.server.ts';
import type { Route } from './+types/manage';
import * as styles from './manage.module.css';
import { UNKNOWN, UnknownSignUp } from './unknown-sign-up.tsx';
import { WaitingForAddress } from './waiting-for-address.tsx';

export async function loader({ context, request, params: { token } }: Route.LoaderArgs) {
  const { db, mailing } = context.get(siteContext);
  const path = pathOf(token);
  // What a dialog or a press shows where scripts run, a page of its own shows where none do.
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

function pathOf(token: string): string {
  return `/sign-ups/${encodeURIComponent(token)}`;
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerFailedSaves];

const answers = z.record(z.string().max(128), z.unknown());

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('change'), answers }),
  z.strictObject({ verb: z.literal('cancel') }),
  z.strictObject({ verb: z.literal('again'), ticket: z.string().max(8).optional(), answers: answers.optional() }),
  z.strictObject({ verb: z.literal('confirm') }),
  z.strictObject({ verb: z.literal('confirm another'), formId: z.string().max(768), key: z.string().max(768) }),
]);

const runCommand = toAction(async ({ site, params: { token }, read }: ActionInput<Route.ActionArgs>) =>
  carryOut(site, token, await read(command)),
);

async function carryOut({ db, mailing }: Site, token: string, sent: z.output<typeof command>) {
  if (sent.verb === 'change') await changeByLink(db, mailing, token, sent.answers);
  if (sent.verb === 'cancel') await cancelByLink(db, mailing, token);
  if (sent.verb === 'again') {
    const again = { firstHalf: readFirstHalf(sent.ticket), answers: sent.answers };
    return { address: await signUpAgain(db, mailing, token, again) };
  }
  if (sent.verb === 'confirm another') return { address: await confirmOther(db, mailing, token, sent) };
  if (sent.verb === 'confirm') return { address: await confirmByLink(db, mailing, token) };
  return {};
}

/** What a button did that was pressed without a script, where it did not lead back to the page. */
interface Pressed {
  verb?: string;
  isMailed?: boolean;
  problem?: string;
  wrong?: Record<string, string>;
  /** As they were typed. */
  answers?: Record<string, unknown> | undefined;
}

export function action(args: Route.ActionArgs) {
  const isCommand = args.request.headers.get('content-type')?.startsWith('application/json');
  return isCommand ? runCommand(args) : press(args);
}

/** As a form sends it that needs no script; whoever has the token needs no attestation. */
async function press({ request, context, params: { token } }: Route.ActionArgs) {
  const site = context.get(siteContext);
  const sent = await readForm(request, WITH_ANSWERS);
  if (!(sent instanceof URLSearchParams)) return data<Pressed>({ problem: sent.error }, sent.status);
  // The button comes last, whatever a field is called.
  const verb = sent.getAll('verb').at(-1) ?? '';
  let given: Record<string, unknown> | undefined;
  try {
    if (sent.has(PERSON.name)) {
      const { fields } = await viewByLink(site.db, site.mailing, token);
      given = answersIn(changeable(fields), sent);
    }
    const other = verb === 'confirm another' && { formId: sent.get('formId'), key: sent.get('key') };
    const read = command.safeParse({ verb, ...(given && { answers: given }), ...other });
    if (!read.success) return data<Pressed>({ problem: 'Please press one of the buttons.' }, 400);
    const { address } = await carryOut(site, token, read.data);
    if (address === 'unconfirmed') return data<Pressed>({ isMailed: true });
  } catch (error) {
    const refused = toProblem(error);
    if (!refused) throw error;
    return data<Pressed>({ verb, problem: refused.error, wrong: refused.fields, answers: given }, refused.status);
  }
  // A reload sends nothing again.
  throw redirect(pathOf(token), 303);
}

/** Anyone who changed the address would take the sign-up from whom the link was sent to. */
function changeable(fields: EventFormField[]): EventFormField[] {
  return fields.filter(({ name }) => name !== 'email');
}

/** Anyone who waits sees at once that a place is theirs. */
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
  // Other sites learn nothing of the address; this one learns where the form was sent from.
  { name: 'referrer', content: 'same-origin' },
];

/** One person's sign-up, for anyone who has its link: how it stands, the answers, and what can be done about it. */
export default function Manage({ loaderData: { signUp, picture, path, step }, actionData }: Route.ComponentProps) {
  const state = useRef<HTMLParagraphElement>(null);
  useFollowedSignUp(signUp?.event, { state: signUp?.state ?? '', ticket: signUp?.ticket ?? null });
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
      <div className={styles.ticket} data-state={event.cancelled ? 'cancelled' : signUp.state}>
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
          {signUp.payment && <ToPay {...signUp.payment} Heading="h2" />}
          <dl className={styles.facts}>
            <dt>When</dt>
            <dd>{event.when}</dd>
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
      <p className={styles.more}>
        {event.isShown && <SmartLink to={`/events/${encodeURIComponent(event.key)}`}>See the event</SmartLink>}
        {signUp.hasDraw && <SmartLink to={`/events/${encodeURIComponent(event.key)}/draw`}>See the draw</SmartLink>}
        {signUp.calendars && <a href={signUp.calendars.ics}>Add to calendar</a>}
      </p>
    </Page>
  );
}

function stateText({ state, position, ticket, confirming }: ManagedSignUp): string {
  if (confirming === 'closed') return CLOSED.closed;
  if (confirming === 'full') return CLOSED.full;
  if (state === 'unconfirmed') return 'One more step: your sign-up counts once you have confirmed it.';
  if (state === 'entered') return `You are in the draw. Your ticket: ${ticket}.`;
  return stateSentence(state, position);
}

function canCancel({ canChange, confirming }: ManagedSignUp): boolean {
  return canChange && confirming === null;
}

/** What the dialog asks, where no script opens one. */
function CancelPage({ signUp, path }: { signUp: ManagedSignUp; path: string }) {
  return (
    <form method="post" action={path} className={styles.mine} aria-labelledby="cancel">
      <h2 id="cancel">Cancel my sign-up</h2>
      <p>{CONSEQUENCES[signUp.state]}</p>
      <p className={styles.buttons}>
        <ButtonLink to={path} quiet>
          Keep it
        </ButtonLink>
        <Button type="submit" name="verb" value="cancel">
          Give up my place
        </Button>
      </p>
    </form>
  );
}

interface OwnSignUpProps {
  signUp: ManagedSignUp;
  path: string;
  isToChange: boolean;
  pressed: Pressed;
  onChanged: () => void;
}

/** The answers, and the buttons that change something: with a script at once, without by a page of its own. */
function OwnSignUp({ signUp, path, isToChange, pressed, onChanged }: OwnSignUpProps) {
  const changed = changeable(signUp.fields);
  const isRefused = (verb: string) =>
    pressed.verb === verb && changed.some(({ name }) => Object.hasOwn(pressed.wrong ?? {}, name));
  const [isChanging, setChanging] = useState(isToChange || isRefused('change'));
  const [isAgain, setAgain] = useState(isRefused('again'));
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState(pressed.problem);
  const [wrong, setWrong] = useState(pressed.wrong ?? {});
  // The button that was pressed disappears, so the focus moves to what replaced it.
  const section = useRef<HTMLElement>(null);
  const focusNext = useRef<() => void>(undefined);
  const mailed = useRef<HTMLParagraphElement>(null);
  const [isMailed, setMailed] = useState(pressed.isMailed ?? false);
  const [isSaved, setSaved] = useState(false);
  const { canChange, canSignUpAgain, confirming, audience, kept, fields, options, answers, missed } = signUp;
  const asked = new Set(askedFields(fields, answers));
  const shown = fields.filter(
    (field) => asked.has(field) || [answers, wrong, missed].some((one) => own(one, field.name) !== undefined),
  );
  const sending = useSend<typeof runCommand>((answer) => {
    setProblem(answer.ok ? undefined : answer.error);
    const refused = answer.ok ? {} : answer.fields;
    setWrong(refused);
    setAgain(signUp.state === 'cancelled' && changed.some(({ name }) => Object.hasOwn(refused, name)));
    const isToConfirm = answer.ok && answer.address === 'unconfirmed';
    setMailed(isToConfirm);
    setAsking(false);
    if (!answer.ok || isToConfirm) focusNext.current = undefined;
  });
  useEffect(() => {
    focusNext.current?.();
    focusNext.current = undefined;
  }, [isChanging, isAgain, signUp.state]);
  const send = (verb: 'cancel' | 'again' | 'confirm') => {
    focusNext.current = onChanged;
    setSaved(false);
    sending.send(verb === 'again' ? again() : { verb });
  };
  const change = () => {
    setSaved(false);
    setChanging(true);
  };
  const leaveForm = () => {
    setProblem(undefined);
    setWrong({});
    setChanging(false);
    setAgain(false);
  };
  const end = () => {
    focusNext.current = () => (section.current?.querySelector('button') ?? section.current)?.focus();
    leaveForm();
  };
  if (isChanging && canChange) {
    return (
      <AnswersForm
        fields={changed}
        options={options}
        mayWait={kept !== null}
        path={path}
        problem={problem}
        wrong={wrong}
        answers={pressed.answers ?? answers}
        held={answers}
        label="Save"
        verb="change"
        commandFor={(given) => ({ verb: 'change', answers: given })}
        onSent={() => {
          announce('Saved.');
          setSaved(true);
          end();
        }}
        onEnd={end}
      />
    );
  }
  if (isAgain && canSignUpAgain) {
    return (
      <AnswersForm
        fields={changed}
        options={options}
        mayWait={kept !== null}
        path={path}
        problem={problem}
        wrong={wrong}
        answers={pressed.answers ?? answers}
        label="Sign up again"
        verb="again"
        commandFor={(given) => ({ ...again(), answers: given })}
        onSent={({ address }) => {
          setMailed(address === 'unconfirmed');
          focusNext.current = address === 'unconfirmed' ? () => mailed.current?.focus() : onChanged;
          leaveForm();
        }}
        onEnd={end}
      />
    );
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="My sign-up" className={styles.mine}>
      <dl className={styles.facts}>
        {shown.map(({ name, description }) => (
          <div key={name}>
            <dt>{description}</dt>
            <dd>
              <bdi>{answerText(own(answers, name)) || '–'}</bdi>
              {own(missed, name)?.map((option) => (
                <p key={option} className={panel.note}>
                  {`‘${option}’ was full when your ticket was drawn.${canChange ? ' You can choose something else.' : ''}`}
                </p>
              ))}
              {own(wrong, name) && <p className={fieldStyles.message}>{own(wrong, name)}</p>}
            </dd>
          </div>
        ))}
      </dl>
      {audience && <p>{audience}</p>}
      {kept && <p>{kept}</p>}
      <div role="status">
        {isMailed && (signUp.state === 'cancelled' || signUp.state === 'unconfirmed') && (
          <p ref={mailed} tabIndex={-1} className={panel.note}>
            {LOOK_INTO_MAIL}
          </p>
        )}
      </div>
      {isSaved && <p className={panel.good}>Saved.</p>}
      {problem && (
        <p role="alert" className={panel.error}>
          <span>{problem}</span> {audience && <SmartLink to="/membership">About membership</SmartLink>}
        </p>
      )}
      <form method="post" action={path} className={styles.buttons}>
        {['open', 'draw', 'waitlist'].includes(confirming ?? '') && (
          <PressButton name="verb" value="confirm" onPress={() => send('confirm')} disabled={sending.busy}>
            Confirm my sign-up
          </PressButton>
        )}
        {canChange && (
          <PressButton name="step" value="change" onPress={change} quiet={confirming !== null}>
            Change my answers
          </PressButton>
        )}
        {canCancel(signUp) && (
          <PressButton name="step" value="cancel" onPress={() => setAsking(true)} quiet>
            Cancel my sign-up
          </PressButton>
        )}
        {canSignUpAgain && (
          <PressButton name="verb" value="again" onPress={() => send('again')} disabled={sending.busy}>
            Sign up again
          </PressButton>
        )}
      </form>
      {isAsking && (
        <AskFirst
          title="Cancel my sign-up"
          text={CONSEQUENCES[signUp.state]}
          yes="Give up my place"
          no="Keep it"
          go={() => send('cancel')}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

const AGAIN = 'You can sign up again while it is open, at the end of the queue.';

/** What follows when somebody cancels. */
const CONSEQUENCES: Record<ManagedSignUp['state'], string> = {
  going: `If somebody is on the waitlist, your place goes to them. ${AGAIN}`,
  waiting: `You will lose your place on the waitlist. ${AGAIN}`,
  entered: 'Your ticket is taken out of the draw. You can sign up again until it closes, and get another ticket.',
  unconfirmed: '',
  cancelled: '',
};

function again() {
  return { verb: 'again', ticket: chooseHalf() };
}

interface PressButtonProps extends Pick<ComponentProps<typeof Button>, 'quiet' | 'disabled' | 'children'> {
  /** Without a script a verb is sent, and a step is a page of its own. */
  name: 'verb' | 'step';
  value: string;
  onPress: () => void;
}

/** Does its work at once where scripts run. */
function PressButton({ name, onPress, ...rest }: PressButtonProps) {
  return (
    <Button
      {...rest}
      {...(name === 'step' && { formMethod: 'get' })}
      type="submit"
      name={name}
      onClick={(event) => {
        event.preventDefault();
        onPress();
      }}
    />
  );
}

interface AnswersFormProps extends Pick<ManagedSignUp, 'options'> {
  /** Whether a full option of a Radio field may be chosen, to wait for it. */
  mayWait: boolean;
  fields: EventFormField[];
  answers: Readonly<Record<string, unknown>>;
  path: string;
  /** Sent where no script sends the command. */
  verb: 'change' | 'again';
  /** What they have, and may choose again though it is full. */
  held?: Answers;
  /** What was wrong with what was sent before. */
  problem?: string | undefined;
  wrong?: Record<string, string>;
  label: string;
  commandFor: (answers: Record<string, unknown>) => object;
  onSent: (saved: Saved<typeof runCommand>) => void;
  onEnd: () => void;
}

function AnswersForm({
  fields: given,
  options,
  answers,
  held,
  mayWait,
  label,
  path,
  verb,
  commandFor,
  onSent,
  onEnd,
  ...refused
}: AnswersFormProps) {
  const [wrong, setWrong] = useState(refused.wrong ?? {});
  const [problem, setProblem] = useState(refused.problem);
  // Once: what is typed from then on stays, whatever is refused.
  const [begun] = useState(answers);
  const { form, changes, element } = useChangingForm({ id: '', fields: given });
  useEffect(() => focusFirst(element.current), [element]);
  const { fields } = form;
  const sending = useSend<typeof runCommand>((answer) => {
    if (answer.ok) return onSent(answer);
    setProblem(answer.error);
    return setWrong(answer.fields);
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = answersIn(fields, new FormData(event.currentTarget));
    const checked = checkAnswers(defineEventForm(form), typed);
    setWrong(checked.wrong);
    const [first] = Object.keys(checked.wrong);
    if (first === undefined) return sending.send(commandFor(typed));
    return event.currentTarget.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus();
  };
  return (
    <form ref={element} method="post" action={path} noValidate className={formStyles.form} onSubmit={submit}>
      <div role="status" className={changes.length > 0 ? panel.note : undefined}>
        <FormChanges changes={changes} />
      </div>
      <AskedFields
        fields={fields}
        options={options}
        held={held}
        mayWait={mayWait}
        answers={begun}
        messageOf={(name) => own(wrong, name)}
      />
      {problem && (
        <p role="alert" className={panel.error}>
          {problem}
        </p>
      )}
      <p className={styles.buttons}>
        <Button type="submit" name="verb" value={verb} disabled={sending.busy}>
          {label}
        </Button>
        <ButtonLink
          to={path}
          quiet
          onClick={(event) => {
            event.preventDefault();
            onEnd();
          }}
        >
          Leave as it is
        </ButtonLink>
      </p>
    </form>
  );
}

function focusFirst(form: HTMLFormElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[data-wrong] :is(input, textarea):enabled');
  (wrong ?? form?.querySelector<HTMLElement>('input, textarea'))?.focus();
}
