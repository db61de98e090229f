import { useEffect, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { own } from '../../domain/own.ts';
import { answerText } from '../../domain/questions/answer.ts';
import { askedFields } from '../../domain/questions/conditions.ts';
import type { ManagedSignUp } from '../../domain/sign-ups/by-link.ts';
import { withoutEmailField } from '../../domain/sign-ups/person.ts';
import { AskFirst } from '../../ui/dialog.tsx';
import { useSend, type ActionAnswer, type Saved } from '../../ui/use-send.ts';
import { announce } from '../../ui/announcer.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import * as fieldStyles from '../../ui/form/field.module.css';
import * as panel from '../../ui/panel.module.css';
import { SmartLink } from '../../ui/smart-link.tsx';
import { LOOK_INTO_MAIL } from '../events/look-into-mail.ts';
import { AnswersForm, commandOf, type Purpose } from './answers-form.tsx';
import type { Pressed, runCommand } from './commands.server.ts';
import * as styles from './manage.module.css';

interface OwnSignUpProps {
  signUp: ManagedSignUp;
  path: string;
  isToChange: boolean;
  pressed: Pressed;
  onChanged: () => void;
}

/** The answers, and the buttons that change something: with a script at once, without by a page of its own. */
export function OwnSignUp(props: OwnSignUpProps) {
  const { signUp, path, pressed } = props;
  const [isAsking, setAsking] = useState(false);
  const section = useRef<HTMLElement>(null);
  const mailed = useRef<HTMLParagraphElement>(null);
  const presses = usePresses({ ...props, section, mailed, onAnswer: () => setAsking(false) });
  const { outcome, filling } = presses;
  if (filling && (filling === 'change' ? signUp.canChange : signUp.canSignUpAgain)) {
    return (
      <AnswersForm
        signUp={signUp}
        path={path}
        verb={filling}
        answers={pressed.answers ?? signUp.answers}
        problem={outcome.problem}
        wrong={outcome.wrong}
        onSent={presses.finish}
        onEnd={presses.leave}
      />
    );
  }
  // Nothing counts before it is confirmed, so the button comes first.
  const isToBeConfirmed = signUp.confirming !== null;
  return (
    <section ref={section} tabIndex={-1} aria-label="My sign-up" className={styles.mine}>
      {!isToBeConfirmed && <OwnAnswers signUp={signUp} wrong={outcome.wrong} />}
      <WhatFollowed signUp={signUp} outcome={outcome} mailed={mailed} />
      <OwnButtons
        signUp={signUp}
        path={path}
        isBusy={presses.isBusy}
        onSend={presses.send}
        onChange={presses.change}
        onCancel={() => setAsking(true)}
      />
      {isToBeConfirmed && <OwnAnswers signUp={signUp} wrong={outcome.wrong} />}
      {isAsking && (
        <AskFirst
          title="Cancel my sign-up"
          text={whatFollows(signUp)}
          yes="Give up my place"
          no="Keep it"
          go={() => presses.send('cancel')}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** What the last press has done. */
interface Outcome {
  problem?: string | undefined;
  wrong: Record<string, string>;
  isMailed: boolean;
  isSaved: boolean;
}

const NOTHING: Outcome = { wrong: {}, isMailed: false, isSaved: false };

interface PressesOptions extends OwnSignUpProps {
  section: RefObject<HTMLElement | null>;
  mailed: RefObject<HTMLElement | null>;
  onAnswer: () => void;
}

/** Sends what is pressed, and says what came of it and which form is open. */
function usePresses({ signUp, isToChange, pressed, section, mailed, onChanged, onAnswer }: PressesOptions) {
  const [outcome, setOutcome] = useState<Outcome>({ ...NOTHING, ...pressed });
  const [filling, setFilling] = useState(isToChange ? 'change' : formToMend(signUp, pressed.verb, pressed.wrong));
  const focusNext = useFocusNext(filling, signUp.state);
  const sending = useSend<typeof runCommand>((answer) => {
    const isMailed = isToConfirm(answer);
    setOutcome({ ...NOTHING, isMailed, ...(!answer.ok && { problem: answer.error, wrong: answer.fields }) });
    const wasCancelled = signUp.state === 'cancelled' && !answer.ok;
    setFilling(wasCancelled ? formToMend(signUp, 'again', answer.fields) : undefined);
    if (!answer.ok || isMailed) focusNext(undefined);
    onAnswer();
  });
  const show = (news: Partial<Outcome>) => setOutcome((now) => ({ ...now, ...news }));
  const leave = () => {
    focusNext(() => (section.current?.querySelector('button') ?? section.current)?.focus());
    show({ problem: undefined, wrong: {} });
    setFilling(undefined);
  };
  return {
    outcome,
    filling,
    isBusy: sending.busy,
    send: (verb: 'cancel' | 'again' | 'confirm') => {
      focusNext(onChanged);
      show({ isSaved: false });
      sending.send(commandOf(verb));
    },
    change: () => {
      show({ isSaved: false });
      setFilling('change');
    },
    leave,
    finish: (saved: Saved<typeof runCommand>) => {
      leave();
      if (filling === 'change') {
        announce('Saved.');
        return show({ isSaved: true });
      }
      const isMailed = isToConfirm(saved);
      focusNext(isMailed ? () => mailed.current?.focus() : onChanged);
      return show({ isMailed });
    },
  };
}

/** The form with what was refused in it, where it has such a field. */
function formToMend({ fields }: ManagedSignUp, verb?: string, wrong: object = {}): Purpose | undefined {
  const isIn = withoutEmailField(fields).some(({ name }) => Object.hasOwn(wrong, name));
  return isIn && (verb === 'change' || verb === 'again') ? verb : undefined;
}

function isToConfirm(answer: ActionAnswer<typeof runCommand>): boolean {
  return answer.ok && 'address' in answer && answer.address === 'unconfirmed';
}

/** The button that was pressed disappears, so the focus moves to what replaced it, once it is there. */
function useFocusNext(filling: Purpose | undefined, state: ManagedSignUp['state']) {
  const next = useRef<() => void>(undefined);
  useEffect(() => {
    next.current?.();
    next.current = undefined;
  }, [filling, state]);
  return (focus: (() => void) | undefined) => {
    next.current = focus;
  };
}

function OwnAnswers({ signUp, wrong }: Pick<OwnSignUpProps, 'signUp'> & Pick<Outcome, 'wrong'>) {
  const { fields, answers, missed, canChange } = signUp;
  const asked = new Set(askedFields(fields, answers));
  const shown = fields.filter(
    (field) => asked.has(field) || [answers, wrong, missed].some((one) => own(one, field.name) !== undefined),
  );
  return (
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
  );
}

interface WhatFollowedProps extends Pick<OwnSignUpProps, 'signUp'> {
  outcome: Outcome;
  mailed: RefObject<HTMLParagraphElement | null>;
}

function WhatFollowed({ signUp: { state, audience, kept }, outcome, mailed }: WhatFollowedProps) {
  const { problem, isMailed, isSaved } = outcome;
  return (
    <>
      {audience && <p>{audience}</p>}
      {kept && <p>{kept}</p>}
      <div role="status">
        {isMailed && (state === 'cancelled' || state === 'unconfirmed') && (
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
    </>
  );
}

interface OwnButtonsProps extends Pick<OwnSignUpProps, 'signUp' | 'path'> {
  isBusy: boolean;
  onSend: (verb: 'again' | 'confirm') => void;
  onChange: () => void;
  onCancel: () => void;
}

function OwnButtons({ signUp, path, isBusy, onSend, onChange, onCancel }: OwnButtonsProps) {
  const { canChange, canSignUpAgain, confirming } = signUp;
  return (
    <form method="post" action={path} className={styles.buttons}>
      {['open', 'draw', 'waitlist'].includes(confirming ?? '') && (
        <PressButton name="verb" value="confirm" onPress={() => onSend('confirm')} disabled={isBusy}>
          Confirm my sign-up
        </PressButton>
      )}
      {canChange && (
        <PressButton name="step" value="change" onPress={onChange} quiet={confirming !== null}>
          Change my answers
        </PressButton>
      )}
      {canCancel(signUp) && (
        <PressButton name="step" value="cancel" onPress={onCancel} quiet>
          Cancel my sign-up
        </PressButton>
      )}
      {canSignUpAgain && (
        <PressButton name="verb" value="again" onPress={() => onSend('again')} disabled={isBusy}>
          Sign up again
        </PressButton>
      )}
    </form>
  );
}

export function canCancel({ canChange, confirming }: ManagedSignUp): boolean {
  return canChange && confirming === null;
}

/** What the dialog asks, where no script opens one. */
export function CancelPage({ signUp, path }: Pick<OwnSignUpProps, 'signUp' | 'path'>) {
  return (
    <form method="post" action={path} className={styles.mine} aria-labelledby="cancel">
      <h2 id="cancel">Cancel my sign-up</h2>
      <p>{whatFollows(signUp)}</p>
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

const AGAIN = 'You can sign up again while it is open, at the end of the queue.';

/** What follows when somebody cancels. */
const CONSEQUENCES: Record<ManagedSignUp['state'], string> = {
  going: `If somebody is on the waitlist, your place goes to them. ${AGAIN}`,
  waiting: `You will lose your place on the waitlist. ${AGAIN}`,
  entered: 'Your ticket is taken out of the draw. You can sign up again until it closes, and get another ticket.',
  unconfirmed: '',
  cancelled: '',
};

function whatFollows({ state, refund }: ManagedSignUp): string {
  return refund ? `${CONSEQUENCES[state]} ${refund}` : CONSEQUENCES[state];
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
