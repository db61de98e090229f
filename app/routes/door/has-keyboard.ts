/** Whether the focus may go to a field by itself: on a touch screen, a keyboard would cover half of the list. */
export function hasKeyboard(): boolean {
  return matchMedia('(hover: hover) and (pointer: fine)').matches;
}
