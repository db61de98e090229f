let count = 0;

/** Returns a function to call once the changes are saved or discarded. */
export function noteUnsaved(): () => void {
  count += 1;
  return () => {
    count -= 1;
  };
}

export function isAnythingUnsaved(): boolean {
  return count > 0;
}
