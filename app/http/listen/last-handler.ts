import { answerFault } from './before-the-app.ts';
import { reportError, requestScope } from '../../telemetry/request-scope.ts';

const MOST = 10;
const WITHIN_MS = 60_000;

/** One request's error ends that request alone, with 500; repeated errors of nobody's request end the process. */
export function handleWhatNothingCaught(fixed: Record<string, string>, giveUp: () => void): void {
  let recent: number[] = [];

  function meet(error: unknown): void {
    const trace = requestScope.getStore();
    if (trace && !trace.response.writableEnded) return answerFault(trace.response, error, fixed);
    reportError('Something failed beside the requests', error);
    const now = performance.now();
    recent = [...recent.filter((at) => now - at < WITHIN_MS), now];
    if (recent.length >= MOST) giveUp();
    return undefined;
  }

  process.on('unhandledRejection', meet);
  process.on('uncaughtException', (error) => {
    meet(error);
    // An exception leaves the scope of its request behind, for whatever runs next.
    requestScope.enterWith(undefined);
  });
}
