/** What moves the page between press and release takes a button away from under the finger. */
export function afterPress(work: () => void): void {
  if (!document.querySelector(':active')) return work();
  const released = new AbortController();
  const { signal } = released;
  const finish = () => {
    released.abort();
    // The click itself comes after the release.
    setTimeout(work);
  };
  addEventListener('pointerup', finish, { signal });
  addEventListener('pointercancel', finish, { signal });
}
