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
import { ALIVE, LATE, startLate } from './ui/late-start.ts';
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
  // What is rendered each time stays small; in development there are no files.
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
        // Parts put aside would be brought to their place by a script, too late for some.
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
    // While it waits it holds all that was rendered: a flood would fill the memory with that.
    const giveUp = setTimeout(abort, streamTimeout + 1000).unref();
  });
}

/** Whoever does not work in the admin area loads its routes with its first page (`leaveForAdmin`). */
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

/** Where a page is kept for everyone, its cache takes them out of the browser's own order (`late-scripts.ts`). */
function LateScripts({ nonce }: { nonce: string }): ReactNode {
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: STARTING }} />
      <Scripts nonce={nonce} />
    </>
  );
}

const STARTING = `(${startLate.toString()})(${JSON.stringify(ALIVE)}, ${JSON.stringify(LATE)})`;
const FONTS = `(${preloadFonts.toString()})(${JSON.stringify([displayFont, textFont])})`;
const CLOSING = `(${followClosing.toString()})()`;

/** A script that stands behind styles waits for them. */
function Head({ nonce, styles }: { nonce: string; styles: ReactNode }): ReactNode {
  return (
    <>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${FONTS};${CLOSING}` }} />
      {styles}
    </>
  );
}

/** A page that does not exist, or a visitor who left, is no error. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  // Reported once for the whole answer.
  if (toProblem(error)) context.get(responseContext).outage = error;
  else reportError('A page cannot be answered', error);
}
