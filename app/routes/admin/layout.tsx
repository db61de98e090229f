import { useLayoutEffect, useRef } from 'react';
import { Outlet, isRouteErrorResponse } from 'react-router';
import { guardAdmin } from '../../auth/middleware.server.ts';
import { committeeChoice } from '../../domain/committees/list.ts';
import { actorContext, siteContext } from '../../http/context.server.ts';
import { RoleContext } from '../../ui/admin/role.ts';
import { CommitteesContext, MembersContext, MoneyContext } from './club-contexts.ts';
import { Commands } from '../../ui/admin/commands.tsx';
import { Toasts } from '../../ui/admin/toasts.tsx';
import { adoptTyped } from '../../ui/admin/typed-early.ts';
import { UploadLimitsContext } from '../../ui/admin/upload-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ADMIN_CONTENT } from '../../ui/layout/navigation.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { LoadFailure } from '../../ui/admin/load-failure.tsx';
import { AdminScreen } from '../../ui/admin/screen.tsx';
import { CHANGED, ErrorPage, UNREACHABLE, whyNotLoaded } from '../../ui/error-page.tsx';
import { isOfKind, readProblem } from '../../problem.ts';
import type { Route } from './+types/layout';
import * as styles from './layout.module.css';
import { answerFailedSaves, contentOf } from '../refused-saves.ts';
import { Tabs } from './tabs.tsx';

/** Everything below this layout in routes.ts, whether page, data or action, passes here first, so it is closed by default. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request, context }) => guardAdmin(request, context.get(actorContext)),
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [answerFailedSaves];

export async function loader({ context }: Route.LoaderArgs) {
  const { club, settings, db } = context.get(siteContext);
  const actor = context.get(actorContext);
  const role = actor?.role ?? null;
  const { maxImageBytes, maxFileBytes } = settings;
  const hasSubmissions = Object.values(club.forms).some(({ action }) => action.startsWith('/'));
  return {
    role,
    hasSubmissions,
    hasMembers: club.membership !== undefined,
    hasDigest: club.digest !== undefined,
    committees: await committeeChoice(db, actor),
    money: { locale: club.club.locale, currency: club.club.currency },
    uploadLimits: { maxImageBytes, maxFileBytes },
  };
}

export default function AdminLayout({
  loaderData: { uploadLimits, committees, money, ...shown },
}: Route.ComponentProps) {
  const { role, hasMembers } = shown;
  const content = useRef<HTMLDivElement>(null);
  // Any later, the new content of the screen would have replaced it.
  useLayoutEffect(() => {
    if (content.current) adoptTyped(content.current);
  }, []);
  return (
    <div data-dense className={styles.area}>
      <Tabs {...shown} />
      <div ref={content} id={ADMIN_CONTENT} tabIndex={-1} className={styles.content}>
        <UploadLimitsContext value={uploadLimits}>
          <RoleContext value={role}>
            <MembersContext value={hasMembers}>
              <CommitteesContext value={committees}>
                <MoneyContext value={money}>
                  <Outlet />
                </MoneyContext>
              </CommitteesContext>
            </MembersContext>
          </RoleContext>
        </UploadLimitsContext>
      </div>
      <Commands />
      <Toasts />
    </div>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <div data-dense className={styles.area}>
      <Tabs
        role={loaderData?.role ?? null}
        hasSubmissions={loaderData?.hasSubmissions ?? false}
        hasMembers={loaderData?.hasMembers ?? false}
        hasDigest={loaderData?.hasDigest ?? false}
      />
      <div id={ADMIN_CONTENT} tabIndex={-1} className={styles.content}>
        <ScreenFailure error={error} />
      </div>
      <Commands />
      <Toasts />
    </div>
  );
}

const TITLE = 'This screen cannot be loaded.';
const WORDS = {
  offline: 'You are offline, and this screen has not been loaded yet. Try again once you are back online.',
  unreachable: UNREACHABLE,
  changed: CHANGED.text,
  broken: 'The site could not answer. Try again in a moment: what was saved is safe.',
};

function ScreenFailure({ error }: { error: unknown }) {
  const isOnline = useOnline();
  if (isRouteErrorResponse(error) && error.status === 403) {
    const refused = readProblem(contentOf(error.data), 403, '');
    if (isOfKind(refused, 'not-in-role')) return <NotInRole text={refused.detail} />;
  }
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage error={error} />;
  return (
    <AdminScreen title={TITLE}>
      <title>{TITLE}</title>
      <LoadFailure text={WORDS[whyNotLoaded(error, isOnline)]} />
    </AdminScreen>
  );
}

function NotInRole({ text }: { text: string }) {
  return (
    <AdminScreen title="You don’t have access to this. Ask an admin.">
      <title>You don’t have access to this. Ask an admin.</title>
      <p>{text}</p>
      <p>
        <ButtonLink to="/admin/home">Admin home</ButtonLink>
      </p>
    </AdminScreen>
  );
}
