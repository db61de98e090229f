const GIVE_UP_MS = 8_000;

export function loadTimeline(src: string, place: HTMLElement, notify: (state: 'shown' | 'failed') => void): () => void {
  const ended = new AbortController();
  const script = document.createElement('script');
  const link = place.querySelector('a');
  const watcher = new MutationObserver(() => hasOther(place, link) && report('shown'));
  const timer = setTimeout(() => report('failed'), GIVE_UP_MS);
  function stop() {
    clearTimeout(timer);
    watcher.disconnect();
    ended.abort();
  }
  function report(state: 'shown' | 'failed') {
    // A frame that the policy blocks gets a size too, and its violation is reported later.
    if (state === 'failed') stop();
    clearTimeout(timer);
    notify(state);
  }
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) =>
    effectiveDirective === 'frame-src' && report('failed');
  document.addEventListener('securitypolicyviolation', onViolation, ended);
  script.addEventListener('error', () => report('failed'), ended);
  watcher.observe(place, { childList: true, subtree: true, attributes: true });
  script.src = src;
  script.async = true;
  document.body.append(script);
  return () => {
    stop();
    script.remove();
  };
}

function hasOther(place: HTMLElement, link: Element | null): boolean {
  return [...place.querySelectorAll('*')].some(
    (element) => !link?.contains(element) && element.getBoundingClientRect().height > 0,
  );
}
