import { useContext, useEffect, type Context, type ReactNode } from 'react';
import {
  Meta,
  Outlet,
  redirectDocument,
  ScrollRestoration,
  useMatch,
  useRouteLoaderData,
  type ShouldRevalidateFunctionArgs,
} from 'react-router';
import type { Route } from './+types/root';
import { zoneName } from './time/club-time.ts';
import { USUAL_MAP } from './domain/events/map-address.ts';
import { can } from './domain/roles.ts';
import { actorContext, siteContext } from './http/context.server.ts';
import './ui/tokens.css';
import './ui/base.css';
import { Announcer } from './ui/announcer.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { DrawnHtml } from './ui/drawn-html.tsx';
import { draw } from './ui/draw.server.ts';
import { Footer } from './ui/layout/footer.tsx';
import * as footerStyles from './ui/layout/footer.module.css';
import { Navigation, SkipLink } from './ui/layout/navigation.tsx';
import { OfflineNotice } from './ui/layout/offline-notice.tsx';
import { NoticeBar } from './ui/layout/notice.tsx';
import * as noticeStyles from './ui/layout/notice.module.css';
import { ALIVE } from './ui/early-presses.ts';
import { rememberShown, useShown } from './ui/live/last-shown.ts';
import { AfterHydration } from './ui/live/after-hydration.tsx';
import { HeadLinks, PageScripts } from './ui/page-scripts.tsx';
import { accentPalette, PAPER_BRIGHT } from './ui/palette.ts';
import { MAIN_ID } from './read-answer.ts';
import type { RootData } from './ui/site-facts.ts';
import { NEW_TAB } from './ui/smart-link.tsx';

export function loader({ context }: Route.LoaderArgs): RootData {
  const { club, settings, texts } = context.get(siteContext);
  const actor = context.get(actorContext);
  const { name, shortName, institution, email, logo, locale, accent, map, university, timeZone } = club.club;
  const { notice, hasSponsors } = texts.everyPage();
  const facts = {
    name,
    shortName,
    institution,
    email,
    logo: logo ?? null,
    locale,
    publicUrl: settings.publicUrl,
    maps: { search: map ?? USUAL_MAP, near: university },
    zone: zoneName(timeZone),
    chat: { ...club.chat, logo: club.chat.logo ?? null },
    links: club.links,
    pages: texts.pageLinks(),
    ...(club.digest && { sendsDigest: true as const }),
    visitor: { signedIn: actor !== null, admin: can(actor?.role, 'see content') },
  };
  const pages = [
    ...facts.pages.footer,
    ...(hasSponsors ? [{ path: '/sponsors', title: 'Sponsors' }] : []),
    { path: '/accessibility', title: 'Accessibility' },
  ];
  return {
    facts,
    notice: notice ? draw(<NoticeBar {...notice} />) : '',
    footer: draw(<Footer facts={facts} pages={pages} />),
    palette: accentPalette(accent),
  };
}

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root');
  useAlive();
  // People in the admin area know that already, and have a field of that name.
  const isAdmin = useMatch('/admin/*');
  return (
    <html lang={root?.facts.locale ?? 'en'} style={root?.palette}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAPER_BRIGHT.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAPER_BRIGHT.dark} />
        <link rel="icon" href={root?.facts.logo ? '/icon-192.png' : '/icon.svg'} />
        <Meta />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" href="/feed.xml" type="application/atom+xml" title="Upcoming events" />
        <Given by={HeadLinks} />
      </head>
      <body>
        <SkipLink />
        {root && !isAdmin && <DrawnHtml html={root.notice} className={noticeStyles.place} aria-live="polite" />}
        {root ? <Navigation facts={root.facts} /> : <OfflineNotice />}
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
        {root && <DrawnHtml html={root.footer} className={footerStyles.place} />}
        <Announcer />
        <p id={NEW_TAB} hidden>
          Opens in a new tab
        </p>
        <ScrollRestoration />
        <Given by={PageScripts} />
      </body>
    </html>
  );
}

function Given({ by }: { by: Context<ReactNode> }) {
  return useContext(by);
}

/** The club's facts and the visitor change with a sign-in or a release, not from page to page. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isOnlyOnTheWay = formMethod === undefined && currentUrl.href !== nextUrl.href;
  return !isOnlyOnTheWay && defaultShouldRevalidate;
}

/** A page made for everyone does not know the routes of the admin area, so going there loads a new document. */
const leaveForAdmin: Route.ClientMiddlewareFunction = ({ url: { pathname, search, hash }, pattern }, next) => {
  if (!isInAdmin(pathname) || isInAdmin(pattern)) return next();
  throw redirectDocument(pathname + search + hash);
};

/** A route's pattern does not begin with a slash. */
const isInAdmin = (path: string) => /^\/?admin(\/|$)/.test(path);

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [leaveForAdmin, rememberShown];

export default function Root() {
  useShown();
  useSkippedTransitions();
  return (
    <>
      <Outlet />
      <AfterHydration />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

function useAlive(): void {
  useEffect(() => {
    // The router handles presses only after its own effects have run, which is after this one.
    setTimeout(() => document.dispatchEvent(new Event(ALIVE)));
  }, []);
}

/** An interrupted page transition rejects a promise that nobody handles, and the console would report that as an error. */
function useSkippedTransitions(): void {
  useEffect(() => {
    if (!('startViewTransition' in document)) return undefined;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.catch(() => undefined);
      return transition;
    };
    return () => {
      document.startViewTransition = start;
    };
  }, []);
}
