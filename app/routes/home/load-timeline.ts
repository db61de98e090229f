const GIVE_UP_MS = 8_000;

/** Loads the feed's script, which fills `container`, and reports whether anything has appeared there. Returns a function that stops. */
export function loadTimeline(
  src: string,
  container: HTMLElement,
  notify: (state: 'shown' | 'failed') => void,
): () => void {
  const ended = new AbortController();
  const script = document.createElement('script');
  const link = container.querySelector('a');
  const watcher = new MutationObserver(() => hasVisibleContent(container, link) && report('shown'));
  const timer = setTimeout(() => report('failed'), GIVE_UP_MS);
  function stop() {
    clearTimeout(timer);
    watcher.disconnect();
    ended.abort();
  }
  function report(state: 'shown' | 'failed') {
    // A frame that the policy blocks gets a size too, and its violation is reported later: keep listening after 'shown'.
    if (state === 'failed') stop();
    clearTimeout(timer);
    notify(state);
  }
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
    effectiveDirective === 'frame-src' && report('failed');
  document.addEventListener('securitypolicyviolation', onViolation, ended);
  script.addEventListener('error', () => report('failed'), ended);
  watcher.observe(container, { childList: true, subtree: true, attributes: true });
  script.src = src;
  script.async = true;
  document.body.append(script);
  return () => {
    stop();
    script.remove();
  };
}

/** True once something other than the link is visible. */
function hasVisibleContent(container: HTMLElement, link: Element | null): boolean {
  return [...container.querySelectorAll('*')].some(
    (element) => !link?.contains(element) && element.getBoundingClientRect().height > 0,
  );
}
