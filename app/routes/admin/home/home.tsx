import { z } from 'zod';
import { listSampleTexts } from '../../../config/sample-texts.ts';
import { VERSION } from '../../../config/version.ts';
import { listOpenAnnouncements } from '../../../domain/announcements/view-announcements.ts';
import type { Actor } from '../../../domain/actor.ts';
import type { ClubEvent } from '../../../domain/events/event.ts';
import { can, canSomewhere } from '../../../domain/roles.ts';
import { needs } from '../../../auth/middleware.server.ts';
import { listActivity } from '../../../domain/activity.ts';
import { countResponses } from '../../../domain/responses/list-responses.ts';
import { viewNewestResponses } from '../../../domain/responses/newest-responses.ts';
import {
  setMailsAboutProposals,
  wantsMailsAboutProposals,
} from '../../../domain/event-changes/mail-officers-about-proposals.ts';
import { listProposals, listSentBack } from '../../../domain/event-changes/proposals.ts';
import { settleFinding, listFindings } from '../../../domain/findings/findings.ts';
import { listDates } from '../../../domain/dates/list-dates.ts';
import { listFirstSteps, type FirstStep } from '../../../domain/findings/first-steps.ts';
import { startOfDay, startOfToday } from '../../../time/club-time.ts';
import { whenOf } from '../../../domain/events/event-view.ts';
import { mayOn } from '../../../domain/events/rights.ts';
import { findNextOfAll, listDrafts } from '../../../domain/events/with-drafts.ts';
import { phaseOf } from '../../../domain/events/times.ts';
import { listSignUpTimes } from '../../../domain/sign-ups/list-sign-ups.ts';
import { hasPayments } from '../../../domain/sign-ups/payments/list-payments.ts';
import { viewSignUps } from '../../../domain/sign-ups/by-officer.ts';
import { visibilityText } from '../../../domain/records/publish-at.ts';
import { listUnsent, sendAgain } from '../../../domain/mail/unsent-mail.ts';
import type { Site } from '../../../site.ts';
import { TOPICS } from '../../../domain/topics.ts';
import { toAction } from '../../../http/actions.ts';
import { actorContext, siteContext } from '../../../http/context.server.ts';
import { useCan } from '../../../ui/admin/role.ts';
import { AdminScreen, screenHead } from '../../../ui/admin/screen.tsx';
import type { LiveHandle } from '../../../ui/live/use-live.ts';
import { SmartLink } from '../../../ui/smart-link.tsx';
import { readSiteStatus } from '../../../watch/read-site-status.ts';
import type { Route } from './+types/home';
import { Attention } from './attention.tsx';
import { MailProposals } from './mail-proposals.tsx';
import { ActivityLog, Drafts, NewestResponses, NextEvent, HomePart } from './sections.tsx';
import { UnsentMails } from './unsent-mails.tsx';
import * as styles from './home.module.css';

const MOST = {
  responses: 6,
  allResponses: 200,
  mails: 50,
  activity: 20,
  announcements: 10,
  drafts: 10,
  newSignUps: 1000,
};

export const handle = { topics: [...TOPICS] } satisfies LiveHandle;

export const meta = screenHead({ title: 'Admin', description: 'Where the club keeps its site.', path: '/admin/home' });

export const middleware = [needs('see content', 'settle findings')];

export async function loader({ context, request }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const { db, club, clock, settings } = site;
  const actor = context.get(actorContext);
  const midnight = startOfToday(clock.timeZone);
  const isAll = new URL(request.url).searchParams.get('responses') === 'all';
  const limit = isAll ? MOST.allResponses : MOST.responses;
  const role = actor?.role;
  const isMailSetUp = settings.smtpUrl !== undefined;
  const sample = listSampleTexts(club);
  const [proposals, sentBack, next, days, unsent, findings, activity, announcements, firstSteps, drafts, dates] =
    await Promise.all([
      can(role, 'change events') ? listProposals(db, actor) : [],
      canSomewhere(role, 'change events') ? listSentBack(db, actor) : [],
      findNextOfAll(db, actor, midnight),
      can(role, 'handle responses') ? viewNewestResponses(db, actor, { club, clock, limit }) : null,
      can(role, 'handle responses') ? listUnsent(db, actor, MOST.mails) : null,
      listFindings(db, actor, whereToLook(site)),
      can(role, 'manage the club') ? listActivity(db, actor, MOST.activity) : null,
      can(role, 'change events') ? listOpenAnnouncements(db, actor, MOST.announcements) : [],
      can(role, 'manage the club') ? listFirstSteps(db, actor, { sample, isMailSetUp }) : [],
      listDrafts(db, actor, MOST.drafts),
      can(role, 'manage the club') ? listDates(db, actor, await readSiteStatus(site)) : [],
    ]);
  return {
    clock,
    version: VERSION,
    next: next ? await viewNext(site, actor, next) : null,
    now: Date.now(),
    drafts: drafts.map((event) => ({
      key: event.key,
      title: event.title,
      when: whenOf(event, clock),
      visibility: visibilityText(event.publishAt, clock),
    })),
    responses: days && { days, isAll },
    unsent,
    findings,
    proposals,
    sentBack,
    account: actor ? [actor.name, actor.email].filter(Boolean).join(', ') : '',
    mailsProposals: actor !== null && can(role, 'change events') && (await wantsMailsAboutProposals(db, actor)),
    activity,
    announcements,
    isMailSetUp,
    firstSteps,
    wrong: dates.filter(({ isWrong }) => isWrong).map(({ id, title, says }) => ({ id, title, says })),
  };
}

async function viewNext({ db, clock, mailing }: Site, actor: Actor | null, event: ClubEvent) {
  const { key, title, tentative, formId, publishAt } = event;
  const isCounted = can(actor?.role, 'handle responses');
  const responses = formId && isCounted ? await countResponses(db, { kind: 'event', id: formId }) : null;
  const signUps = await viewSignUps(db, actor, event, mailing);
  return {
    key,
    title,
    tentative,
    when: whenOf(event, clock),
    responses,
    counts: signUps?.counts ?? null,
    leadsToPayments: (await mayOn(db, actor, 'handle payments', [key])) && (await hasPayments(db, event)),
    signUpTimes: formId && signUps ? await listSignUpTimes(db, formId, MOST.newSignUps) : [],
    visibility: visibilityText(publishAt, clock),
    phase: phaseOf(event, clock.timeZone),
  };
}

function whereToLook({ clock: { timeZone }, club }: Pick<Site, 'clock' | 'club'>) {
  const midnight = startOfToday(timeZone);
  const sample = listSampleTexts(club).map(({ label }) => label.replace(/: address$/, ''));
  return { midnight, weekEnd: startOfDay(midnight, 7, timeZone), timeZone, sample };
}

const finding = { id: z.string().min(1).max(100), state: z.string().max(100) };

const command = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('send again'), key: z.string().min(1).max(1000) }),
  z.strictObject({ verb: z.literal('fine'), ...finding }),
  z.strictObject({ verb: z.literal('not fine'), ...finding }),
  z.strictObject({ verb: z.literal('mail proposals'), isOn: z.boolean() }),
]);

export const action = toAction(async ({ site, actor, read }) => {
  const sent = await read(command);
  if (sent.verb === 'send again') return sendAgain(site.db, actor, sent.key);
  if (sent.verb === 'mail proposals') return setMailsAboutProposals(site.db, actor, sent.isOn);
  const { verb, ...found } = sent;
  return settleFinding(site.db, actor, whereToLook(site), { ...found, isFine: verb === 'fine' });
});

export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const mayManage = useCan('manage the club');
  const {
    clock,
    version,
    now,
    next,
    drafts,
    responses,
    unsent,
    activity,
    isMailSetUp,
    firstSteps,
    mailsProposals,
    account,
    ...attention
  } = loaderData;
  // Beside the next event for people who see no responses, whose right half would be empty.
  const toDo = (
    <>
      <Attention clock={clock} {...attention} failedMails={unsent?.failed ?? 0} />
      <Drafts drafts={drafts} />
    </>
  );
  return (
    <AdminScreen title="Admin">
      <p>This is the admin area home</p>
      {!next && <FirstSteps steps={firstSteps} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <NextEvent event={next} now={now} />
          {next && <FirstSteps steps={firstSteps} />}
          {responses && toDo}
          {unsent && <UnsentMails unsent={unsent} isMailSetUp={isMailSetUp} clock={clock} />}
        </div>
        <div className={styles.column}>
          {responses ? <NewestResponses {...responses} clock={clock} /> : toDo}
          {activity && <ActivityLog activity={activity} clock={clock} />}
          <MailProposals isOn={mailsProposals} account={account} />
        </div>
      </div>
      {mayManage && (
        <div className={styles.quiet}>
          <p>
            Has someone asked what the club knows about them?{' '}
            <SmartLink to="/admin/personal-data">Personal data</SmartLink>
          </p>
          <p>
            How was the year? <SmartLink to="/admin/year">The year in figures</SmartLink>
          </p>
          <p>
            Is something about to end? <SmartLink to="/admin/dates">What runs out</SmartLink>
          </p>
          <p>
            Are the officers changing? <SmartLink to="/admin/handover">Handover</SmartLink>
          </p>
        </div>
      )}
      <p className={styles.quiet}>Clubroom {version}</p>
    </AdminScreen>
  );
}

/** Shown until every step is done. */
function FirstSteps({ steps }: { steps: FirstStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (steps.length === 0) return null;
  return (
    <HomePart title="First steps">
      <p className={styles.quiet}>
        {done} of {steps.length} done. This list disappears once all is done.
      </p>
      <ol className={styles.steps} role="list">
        {steps.map(({ label, to, isDone }) => (
          <li key={label} data-done={isDone}>
            {isDone ? (
              <span>
                {label} <span className="visually-hidden">(done)</span>
              </span>
            ) : (
              <SmartLink to={to}>{label}</SmartLink>
            )}
          </li>
        ))}
      </ol>
    </HomePart>
  );
}
