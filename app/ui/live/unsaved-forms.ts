let count = 0;

/** Returns what to call once it is saved or thrown away. */
export function noteUnsaved(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export function isAnythingUnsaved(): boolean {
  return count > 0;
}
