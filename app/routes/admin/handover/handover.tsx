import { useEffect, useId, useRef, useState } from 'react';
import { redirect, useLocation } from 'react-router';
import { needs } from '../../../auth/middleware.server.ts';
import { lastsUntil } from '../../../domain/dates/lasts-until.ts';
import { NotFound } from '../../../domain/errors.ts';
import { execName, listExecs, type Exec } from '../../../domain/execs.ts';
import { beginHandover, finishHandover, markStep, viewHandover } from '../../../domain/handover/handover.ts';
import { listItems, type ListedItem } from '../../../domain/handover/items.ts';
import { isStep, STEPS } from '../../../domain/handover/steps.ts';
import { listInvitations } from '../../../domain/users/invitations.ts';
import { listPeople } from '../../../domain/users/people.ts';
import { toLoaderData, resource, type ActionInput } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { formatLongDay, formatMonth, formatTableDate, type ClubClock } from '../../../time/club-time.ts';
import { ConfirmDialog } from '../../../ui/admin/confirm-dialog.tsx';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import { say, sayFailure } from '../../../ui/admin/toasts.tsx';
import { useSend } from '../../../ui/use-send.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import type { Route } from './+types/handover';
import type { HandoverData } from './handover-data.ts';
import * as styles from './handover.module.css';
import { ArchiveCopy, stepAddress, doneByText, StepList, StepSection } from './steps.tsx';

export const handle = { topics: ['user', 'exec', 'handover'] } satisfies LiveHandle;

export const meta = screenHead({
  title: 'Handover',
  description: 'From one team of officers to the next.',
  path: '/admin/handover',
});

export const middleware = [needs('manage the club')];

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, clock, club, settings } = context.get(siteContext);
  const actor = context.get(actorContext);
  const step = isStep(params.step) ? params.step : null;
  if (params.step !== undefined && step === null) throw redirect('/admin/handover');
  const shown = await toLoaderData(async () => {
    const [handover, items, people, invitations, current, previous] = await Promise.all([
      viewHandover(db, actor),
      listItems(db, actor),
      listPeople(db, actor),
      listInvitations(db, actor),
      listExecs(db, true),
      listExecs(db, false),
    ]);
    const { begun } = handover;
    const since = begun && formatTableDate(begun.at, clock).slice(0, 7);
    const left = previous.filter(({ until }) => since !== null && until >= since);
    const listed = items.map((item) => ({ ...item, endText: endTextOf(item, clock) }));
    return { handover, items: listed, people, invitations, execs: current.map(viewExec), left: left.map(viewExec) };
  });
  // Between two handovers, only the list can be opened.
  if (step !== null && step !== 'what-else' && !shown.handover.begun) throw redirect('/admin/handover');
  const now = Date.now();
  return {
    ...shown,
    step,
    clock,
    club: club.club.name,
    today: formatLongDay(now, clock),
    month: formatMonth(now, clock),
    isMailSetUp: settings.smtpUrl !== undefined,
  };
}

/** 'Ends on Aug 31, 2027.', or empty without an end. */
function endTextOf({ endsOn }: ListedItem, clock: ClubClock): string {
  return endsOn === '' ? '' : lastsUntil(endsOn, { now: Date.now(), clock }).says;
}

function viewExec({ key, name, title }: Exec) {
  return { key, name: execName(name), title };
}

/** Begins and finishes the handover and each of its steps. */
export const action = resource({
  POST: async (input: ActionInput<Route.ActionArgs>) =>
    input.params.step === undefined ? beginHandover(input.site.db, input.actor) : mark(input, true),
  DELETE: async (input: ActionInput<Route.ActionArgs>) =>
    input.params.step === undefined ? finishHandover(input.site.db, input.actor) : mark(input, false),
});

async function mark({ site, actor, params: { step } }: ActionInput<Route.ActionArgs>, isDone: boolean) {
  if (!isStep(step)) throw new NotFound('There is no such step.');
  return markStep(site.db, actor, { step, isDone });
}

export default function HandoverScreen({ loaderData }: Route.ComponentProps) {
  const { step, handover } = loaderData;
  const [isBeginning, setBeginning] = useState(false);
  return (
    <AdminScreen title="Handover">
      {step === null &&
        (handover.begun ? (
          <UnderWay {...loaderData} isBeginning={isBeginning} />
        ) : (
          <NotBegun {...loaderData} onBegin={() => setBeginning(true)} />
        ))}
      {step !== null && (
        <div className={styles.columns}>
          {handover.begun ? (
            <StepList handover={handover} clock={loaderData.clock} current={step} />
          ) : (
            <SmartLink to="/admin/handover">All steps</SmartLink>
          )}
          <StepSection key={step} step={step} data={loaderData} />
        </div>
      )}
    </AdminScreen>
  );
}

function NotBegun({ handover, items, clock, onBegin }: HandoverData & { onBegin: () => void }) {
  const sender = useSend((answer) => {
    if (answer.ok) say('The handover has begun');
    else sayFailure(answer.error);
  });
  const begin = () => {
    onBegin();
    sender.send();
  };
  const { finished } = handover;
  const copyId = useId();
  return (
    <>
      <p className={styles.intro}>
        Six steps from the old officers to the new ones. Stop and carry on whenever you like.
      </p>
      <StepList handover={handover} clock={clock} explained />
      <p className={styles.intro}>
        This records today’s roles and unticks the list of ‘What else’. Nobody loses access.
      </p>
      <p>
        <Button onClick={begin} aria-disabled={sender.busy || undefined}>
          Begin the handover
        </Button>
      </p>
      <p className={styles.quiet}>
        {finished && `The last one was finished${doneByText(finished, clock)}. `}
        <SmartLink to={stepAddress('what-else')}>What else is handed over</SmartLink>
        {items.length === 1 ? ': 1 item.' : `: ${items.length} items.`}
      </p>
      <section className={styles.step} aria-labelledby={copyId}>
        <h2 id={copyId}>A copy at any time</h2>
        <ArchiveCopy />
      </section>
    </>
  );
}

function UnderWay({ handover, clock, isBeginning }: HandoverData & { isBeginning: boolean }) {
  const actions = useRef<HTMLDivElement>(null);
  const isAfterLastStep = Boolean(useLocation().state?.isFromStep);
  // The pressed button is gone, so the focus moves to what comes next.
  useEffect(() => {
    if (isBeginning || isAfterLastStep) actions.current?.querySelector<HTMLElement>('a, button')?.focus();
  }, [isBeginning, isAfterLastStep]);
  const [isFinishing, setFinishing] = useState(false);
  const next = handover.steps.find(({ done }) => done === null);
  const open = handover.steps.filter(({ done }) => done === null).length;
  return (
    <>
      <p className={styles.intro}>
        {handover.begun && `Begun${doneByText(handover.begun, clock)}. `}
        Stop whenever you like; any admin can carry on from here.
      </p>
      <StepList handover={handover} clock={clock} explained />
      <div ref={actions} className={styles.actions}>
        {next && <ButtonLink to={stepAddress(next.step)}>{open === STEPS.length ? 'Start' : 'Go on'}</ButtonLink>}
        <Button quiet={next !== undefined} onClick={() => setFinishing(true)}>
          Finish the handover
        </Button>
      </div>
      {isFinishing && (
        <ConfirmDialog
          title="Finish the handover"
          submitLabel="Finish"
          busyLabel="Finishing…"
          method="delete"
          onDone={() => say('The handover is finished')}
          onClose={() => setFinishing(false)}
        >
          {open > 0 && (
            <p>
              <strong>{open === 1 ? '1 step is not done yet.' : `${open} steps are not done yet.`}</strong>
            </p>
          )}
          <p>
            Print the page to sign first: it is gone afterwards. Roles and the list of ‘What else’ stay as they are.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
