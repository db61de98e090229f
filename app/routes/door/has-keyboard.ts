/** True if the focus may move to a field by itself. On a touch screen, a keyboard would then cover half of the list. */
export function hasKeyboard(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches;
}
