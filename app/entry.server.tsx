import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  Links,
  Scripts,
  ServerRouter,
  type EntryContext,
  type LoaderFunctionArgs,
  type RouterContextProvider,
} from 'react-router';
import { InlineStyles } from './http/inline-styles.tsx';
import { ALIVE, keepPresses } from './ui/early-presses.ts';
import { keepPlace, LATE, startLate } from './ui/late-start.ts';
import { preloadFonts } from './ui/early-fonts.ts';
import textFont from './ui/fonts/atkinson-hyperlegible-next.woff2?url';
import displayFont from './ui/fonts/bricolage-grotesque.woff2?url';
import { followClosing } from './ui/layout/notice-script.ts';
import { HeadLinks, PageScripts } from './ui/page-scripts.tsx';
import type { Actor } from './domain/actor.ts';
import { actorContext, responseContext } from './http/context.server.ts';
import { toProblem } from './http/problem.ts';
import { publicManifestUrl } from './http/public-manifest.ts';
import { reportError } from './telemetry/report-error.ts';

export const streamTimeout = 5000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const answer = loadContext.get(responseContext);
  const { nonce, isWhole } = answer;
  const known = knownTo(loadContext.get(actorContext), routerContext);
  const page = <ServerRouter context={known} url={request.url} nonce={nonce} />;
  headers.set('content-type', 'text/html; charset=utf-8');
  // A page that is rendered for each request stays small; in development there are no files.
  const isCached = answer.isPublic === true && answer.cachePolicy !== undefined && import.meta.env.PROD;
  return new Promise((resolve, reject) => {
    let answered = status;
    const begin = () => {
      const body = new PassThrough();
      pipe(body);
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answered }));
    };
    const { pipe, abort } = renderToPipeableStream(
      isWhole ? (
        <WholePage context={routerContext} nonce={nonce} isCached={isCached}>
          {page}
        </WholePage>
      ) : (
        <HeadLinks value={<Head nonce={nonce} styles={<Links />} />}>
          <PageScripts value={<LateScripts nonce={nonce} />}>{page}</PageScripts>
        </HeadLinks>
      ),
      {
        // React would move delayed parts to their place with a script, which is too late for some visitors.
        ...(isWhole ? { progressiveChunkSize: Infinity } : { onShellReady: begin }),
        nonce,
        onAllReady() {
          clearTimeout(giveUp);
          if (isWhole) begin();
        },
        onShellError(error) {
          clearTimeout(giveUp);
          reject(error);
        },
        onError(error) {
          answered = 500;
          reportError('A page cannot be rendered', error);
        },
      },
    );
    // A waiting render holds everything rendered so far, and a flood of them would fill the memory.
    const giveUp = setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** Leaves out the routes of the admin area for people who do not work there; they load them with its first page (`leaveForAdmin`). */
function knownTo(actor: Actor | null, context: EntryContext): EntryContext {
  if (actor?.role || !import.meta.env.PROD) return context;
  return { ...context, manifest: { ...context.manifest, url: publicManifestUrl(context.manifest.url) } };
}

interface WholePageProps {
  context: EntryContext;
  nonce: string;
  isCached: boolean;
  children: ReactNode;
}

function WholePage({ context, nonce, isCached, children }: WholePageProps): ReactNode {
  const styles = isCached ? <InlineStyles context={context} nonce={nonce} /> : <Links />;
  return (
    <HeadLinks value={<Head nonce={nonce} styles={styles} />}>
      <PageScripts value={<LateScripts nonce={nonce} />}>{children}</PageScripts>
    </HeadLinks>
  );
}

/** The page cache makes these scripts start later, on pages that it keeps for everyone (`late-scripts.ts`). */
function LateScripts({ nonce }: { nonce: string }): ReactNode {
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: STARTING }} />
      <Scripts nonce={nonce} />
    </>
  );
}

const STARTING = [
  `(${startLate.toString()})(${JSON.stringify(LATE)})`,
  `(${keepPresses.toString()})(${JSON.stringify(ALIVE)})`,
  `(${keepPlace.toString()})()`,
].join(';');
const FONTS = `(${preloadFonts.toString()})(${JSON.stringify([displayFont, textFont])})`;
const CLOSING = `(${followClosing.toString()})()`;

/** Scripts stand before the styles, because a script after them would wait for them. */
function Head({ nonce, styles }: { nonce: string; styles: ReactNode }): ReactNode {
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${FONTS};${CLOSING}` }} />
      {styles}
    </>
  );
}

/** Does not report a page that does not exist, or a visitor who left. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  // The outage is reported once for the whole answer.
  if (toProblem(error)) context.get(responseContext).outage = error;
  else reportError('A page cannot be answered', error);
}
