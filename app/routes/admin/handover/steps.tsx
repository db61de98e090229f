import { useEffect, useEffectEvent, useId, useRef, type ReactNode, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router';
import type { Done, Handover } from '../../../domain/handover/handover.ts';
import { STEP_NAMES, STEPS, type Step } from '../../../domain/handover/steps.ts';
import { formatDay, type ClubClock } from '../../../time/club-time.ts';
import { useDialogAddress } from '../../../ui/admin/dialog-address.ts';
import { DownloadArchive } from '../../../ui/admin/download-archive.tsx';
import { sayFailure, say } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/use-send.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { inBackground } from '../../../ui/in-background.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { InviteDialog, Invitations } from '../people/invitations.tsx';
import { PeopleTable } from '../people/people-table.tsx';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';
import { Items } from './items.tsx';
import { SignedPage } from './signed-page.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import type { action } from './terms.ts';

export function stepAddress(step: Step): string {
  return `/admin/handover/${step}`;
}

/** ' by Ada on Fri Nov 20' */
export function doneByText({ by, at }: Done, clock: ClubClock): string {
  return `${by && ` by ${by}`} on ${formatDay(at, clock)}`;
}

const WHAT: Record<Step, string> = {
  'who-leaves': 'Moves executives whose term ends to the previous ones.',
  'who-comes': 'Adds the new executives, and invites those who will help with the site.',
  'who-has-access': 'Goes through everyone who may change something here.',
  'what-else': 'Goes through what is not on this site: accounts, keys, the bank.',
  'take-a-copy': 'Downloads everything public on this site, to be kept.',
  'the-page-to-sign': 'Prints who had what and who has it now, for both to sign.',
};

interface StepListProps {
  handover: Handover;
  clock: ClubClock;
  current?: Step;
  explained?: boolean;
}

export function StepList({ handover, clock, current, explained: isExplained = false }: StepListProps) {
  const isLinked = handover.begun !== null;
  return (
    <nav className={isExplained ? styles.overview : styles.steps} aria-label="Steps of the handover">
      <ol role="list">
        {handover.steps.map(({ step, done }, at) => (
          <li key={step}>
            <span className={styles.number} data-done={done ? '' : undefined} aria-hidden>
              {done ? '✓' : at + 1}
            </span>
            <div>
              {isLinked ? (
                <SmartLink to={stepAddress(step)} aria-current={step === current ? 'step' : undefined}>
                  {STEP_NAMES[step]}
                </SmartLink>
              ) : (
                <strong>{STEP_NAMES[step]}</strong>
              )}
              {isExplained && <p>{WHAT[step]}</p>}
              {isLinked && <p className={styles.quiet}>{done ? `Done${doneByText(done, clock)}` : 'Not done yet'}</p>}
            </div>
          </li>
        ))}
      </ol>
      {current && (
        <>
          <p className={styles.place}>
            Step {STEPS.indexOf(current) + 1} of {STEPS.length}
          </p>
          <SmartLink to="/admin/handover">All steps</SmartLink>
        </>
      )}
    </nav>
  );
}

const SECTIONS: Record<Step, (props: { data: HandoverData }) => ReactNode> = {
  'who-leaves': ({ data: { execs, month } }) => <WhoLeaves execs={execs} month={month} />,
  'who-comes': WhoComes,
  'who-has-access': WhoHasAccess,
  'what-else': ({ data: { items, people, handover } }) => (
    <Items items={items} people={people} isUnderWay={handover.begun !== null} />
  ),
  'take-a-copy': TakeACopy,
  'the-page-to-sign': ({ data }) => <SignedPage data={data} />,
};

export function StepSection({ step, data }: { step: Step; data: HandoverData }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isFollowed = useNavigationType() === 'PUSH';
  const lead = useEffectEvent(() => {
    if (isFollowed) heading.current?.focus({ preventScroll: true });
  });
  // The focus moves to the step, so that nobody has to pass all tabs and steps each time.
  useEffect(() => lead(), []);
  const Section = SECTIONS[step];
  return (
    <section className={styles.step} aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {STEP_NAMES[step]}
      </h2>
      <Section data={data} />
      {data.handover.begun && <Mark step={step} handover={data.handover} clock={data.clock} />}
    </section>
  );
}

function Mark({ step, handover, clock }: { step: Step; handover: Handover; clock: ClubClock }) {
  const done = handover.steps.find((one) => one.step === step)?.done ?? null;
  const navigate = useNavigate();
  const next = STEPS[STEPS.indexOf(step) + 1];
  const following = next ? stepAddress(next) : '/admin/handover';
  /** True if the press leads on to the next step. When the answer arrives, the step may already be drawn as done. */
  const leadsOn = useRef(false);
  const sender = useSend(
    (answer) => {
      if (!answer.ok) sayFailure(answer.error);
      else if (leadsOn.current) inBackground(navigate(following, { state: { isFromStep: true } }));
    },
    { method: done ? 'delete' : 'post' },
  );
  const press = () => {
    leadsOn.current = !done;
    sender.send();
  };
  return (
    <div className={styles.mark}>
      <p role="status">{done && `Done${doneByText(done, clock)}`}</p>
      <div className={styles.actions}>
        <Button quiet={done !== null} aria-disabled={sender.busy || undefined} onClick={press}>
          {done && 'Not done yet'}
          {!done && (next ? 'Done, next' : 'Done')}
        </Button>
        {done && <ButtonLink to={following}>{next ? `Next: ${STEP_NAMES[next]}` : 'All steps'}</ButtonLink>}
      </div>
    </div>
  );
}

function WhoComes({ data: { execs, invitations, clock, isMailSetUp } }: { data: HandoverData }) {
  const { dialog, add, close } = useDialogAddress();
  return (
    <>
      <p>Add people to the team page, and invite those who need this admin area. Most executives need both.</p>
      <div className={styles.actions}>
        <ButtonLink quiet to="/admin/execs#add">
          Add new executive
        </ButtonLink>
        <Button quiet onClick={add}>
          Invite someone
        </Button>
      </div>
      <div>
        <h3>On the team page now</h3>
        {execs.length === 0 && <p className={styles.quiet}>Nobody yet.</p>}
        <ul className={styles.plain}>
          {execs.map(({ key, name, title }) => (
            <li key={key}>
              <bdi>{name}</bdi>, {title}
            </li>
          ))}
        </ul>
      </div>
      <Invitations invitations={invitations} clock={clock} isMailSetUp={isMailSetUp} />
      {dialog?.kind === 'add' && <InviteDialog isMailSetUp={isMailSetUp} onClose={close} />}
    </>
  );
}

function WhoHasAccess({ data: { people, invitations, clock, isMailSetUp } }: { data: HandoverData }) {
  return (
    <>
      <p>Changes take effect at once. Nobody changes their own role: another admin removes the last one to leave.</p>
      <PeopleTable people={people} clock={clock} captionHidden />
      <Invitations invitations={invitations} clock={clock} isMailSetUp={isMailSetUp} />
    </>
  );
}

function TakeACopy({ data: { handover } }: { data: HandoverData }) {
  const isDone = handover.steps.some(({ step, done }) => step === 'take-a-copy' && done !== null);
  const sender = useSend((answer) => {
    if (!answer.ok) sayFailure(answer.error);
  });
  const tick = () => {
    if (!isDone) sender.send();
  };
  return <ArchiveCopy onDone={tick} />;
}

export function ArchiveCopy({ onDone }: { onDone?: () => void }) {
  return (
    <>
      <p>
        A .zip of every public page with its pictures and files, to open without the internet. It holds no responses and
        no accounts.
      </p>
      <DownloadArchive {...(onDone && { onDone })} />
    </>
  );
}

const TERMS = { action: '/admin/handover/terms', method: 'delete' } as const;

/** The ticks are not stored; everybody ticks for themselves. */
function WhoLeaves({ execs, month }: Pick<HandoverData, 'execs' | 'month'>) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const keys = execs.flatMap(({ key }) => (ticked.has(key) ? [key] : []));
  const sender = useSend<typeof action>((answer) => {
    if (!answer.ok) return sayFailure(answer.error);
    const { names } = answer;
    say(names.length > 0 ? `Previous executives now: ${names.join(', ')}` : 'They have already left');
    setTicked(new Set());
  }, TERMS);
  const tick = (key: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(key);
    else next.delete(key);
    setTicked(next);
  };
  const end = () => {
    if (keys.length > 0) sender.send({ keys });
  };
  return (
    <>
      <p>
        Tick everyone who leaves. They move to ‘Previous Executives’ on the team page, until {month} unless another
        month is entered; their access is a later step.
      </p>
      {execs.length === 0 && <p className={styles.quiet}>There are no current executives.</p>}
      {execs.length > 0 && (
        <>
          <fieldset className={styles.ticks}>
            <legend>Current executives</legend>
            {execs.map(({ key, name, title }) => (
              <Checkbox
                key={key}
                name="leaves"
                label={`${name}, ${title}`}
                checked={ticked.has(key)}
                onChange={(event) => tick(key, event.currentTarget.checked)}
              />
            ))}
          </fieldset>
          <p>
            <Button quiet onClick={end} aria-disabled={sender.busy || keys.length === 0 || undefined}>
              {keys.length === 0 ? 'Tick someone first' : `Move ${keys.length} to the previous executives`}
            </Button>
          </p>
        </>
      )}
    </>
  );
}
