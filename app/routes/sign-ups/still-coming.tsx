import { data, redirect } from 'react-router';
import { NotFound } from '../../domain/errors.ts';
import { own } from '../../domain/own.ts';
import { noteFollowed } from '../../domain/sign-ups/links.ts';
import { cancelByLink, sayComing, viewComing, type StillComingView } from '../../domain/sign-ups/by-link.ts';
import { PERSON } from '../../domain/sign-ups/person.ts';
import { stateSentence } from '../../domain/sign-ups/sentences.ts';
import { siteContext } from '../../http/context.server.ts';
import { toProblem } from '../../http/problem.ts';
import { readForm, WITH_ANSWERS } from '../../http/read-form.ts';
import { Button } from '../../ui/button.tsx';
import * as formStyles from '../../ui/form/form.module.css';
import { Page } from '../../ui/page.tsx';
import * as panel from '../../ui/panel.module.css';
import { headOf } from '../../ui/site-facts.ts';
import { AskedFields } from '../events/asked-fields.tsx';
import { CancelledNote } from '../events/event-notes.tsx';
import { answersIn } from '../events/custom-field.tsx';
import { LOOK_INTO_MAIL } from '../events/look-into-mail.ts';
import type { Route } from './+types/still-coming';
import { UNKNOWN, UnknownSignUp } from './unknown-sign-up.tsx';
import * as styles from './still-coming.module.css';

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const { db, mailing } = context.get(siteContext);
  try {
    const signUp = await viewComing(db, mailing, token);
    await noteFollowed(db, token);
    return data({ signUp });
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    return data({ signUp: null }, { status: 404 });
  }
}

interface Answered {
  note?: string;
  error?: string;
  fields?: Record<string, string>;
  answers?: Record<string, unknown> | undefined;
}

/** As a form sends it that needs no script. */
export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const { db, mailing } = context.get(siteContext);
  const sent = await readForm(request, WITH_ANSWERS);
  if (!(sent instanceof URLSearchParams)) return data<Answered>({ error: sent.error }, sent.status);
  // The button comes last, whatever a field is called.
  const pressed = sent.getAll('answer').at(-1);
  if (pressed !== 'coming' && pressed !== 'cannot')
    return data<Answered>({ error: 'Please press one of the buttons.' }, 400);
  let answers: Record<string, unknown> | undefined;
  try {
    if (sent.has(PERSON.name)) answers = answersIn((await viewComing(db, mailing, token)).fields, sent);
    if (pressed === 'cannot') await cancelByLink(db, mailing, token);
    else if ((await sayComing(db, mailing, token, answers)) === 'unconfirmed')
      return data<Answered>({ note: LOOK_INTO_MAIL });
  } catch (error) {
    const refused = toProblem(error);
    if (!refused) throw error;
    return data<Answered>({ error: refused.error, fields: refused.fields, answers }, refused.status);
  }
  // A reload sends nothing again.
  throw redirect(`/still-coming/${encodeURIComponent(token)}`, 303);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...headOf(matches, { title: loaderData?.signUp?.event.title ?? UNKNOWN, description: '', path: '/still-coming' }),
  { name: 'robots', content: 'noindex' },
  // Other sites learn nothing of the address; this one learns where the form was sent from.
  { name: 'referrer', content: 'same-origin' },
];

/** At most two buttons, for anyone who has the link. */
export default function StillComing({ loaderData: { signUp }, actionData }: Route.ComponentProps) {
  if (!signUp) {
    return <UnknownSignUp />;
  }
  const { event, canAnswer, canCome } = signUp;
  return (
    <Page narrow>
      <h1 dir="auto">{event.title}</h1>
      {event.cancelled && <CancelledNote reason={event.cancelReason} />}
      <p role="status" className={styles.state}>
        {stateText(signUp)}
      </p>
      {actionData?.note && (
        <p role="status" className={panel.note}>
          {actionData.note}
        </p>
      )}
      {actionData?.error && (
        <p role="alert" className={panel.error}>
          {actionData.error}
        </p>
      )}
      {canAnswer && <AnswerForm signUp={signUp} answered={actionData ?? {}} />}
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
            <dd dir="auto">{event.location}</dd>
          </>
        )}
      </dl>
      {canCome && <p>You can change your answer until the event begins.</p>}
    </Page>
  );
}

function AnswerForm({ signUp, answered }: { signUp: StillComingView; answered: Answered }) {
  const { fields: wrong = {}, answers = signUp.answers } = answered;
  const choosesAnew = signUp.state === 'cancelled' && signUp.fields.some(({ name }) => Object.hasOwn(wrong, name));
  return (
    <form method="post" noValidate className={choosesAnew ? formStyles.form : undefined}>
      {choosesAnew && (
        <AskedFields
          fields={signUp.fields}
          options={signUp.options}
          mayWait={signUp.mayWait}
          answers={answers}
          messageOf={(name) => own(wrong, name)}
        />
      )}
      <p className={styles.answers}>
        {signUp.canCome && (
          <Button type="submit" name="answer" value="coming" quiet={signUp.isComing}>
            I am coming
          </Button>
        )}
        {signUp.state !== 'cancelled' && (
          <Button type="submit" name="answer" value="cannot" quiet>
            I cannot come
          </Button>
        )}
      </p>
    </form>
  );
}

function stateText({ state, position, isComing, canAnswer }: StillComingView): string {
  if (state !== 'going') return stateSentence(state, position);
  if (isComing) return 'Thank you. You are coming.';
  return canAnswer ? `${stateSentence(state)} Are you still coming?` : stateSentence(state);
}
