/** Goes on without waiting for `work`. If it fails, the page's `error` event tells, as of an error in a handler. */
export function inBackground(work: Promise<unknown> | void): void {
  Promise.resolve(work).catch(reportError);
}
