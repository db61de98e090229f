/**
 * Tells React what was typed, ticked or chosen before it was there: it would put its own values back. `keepPresses` has marked
 * these fields.
 */
export function adoptTyped(within: ParentNode): void {
  for (const field of within.querySelectorAll('[data-typed]')) {
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
    else if (field instanceof HTMLTextAreaElement) retype(field, HTMLTextAreaElement.prototype);
    else if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) retick(field);
    else if (field instanceof HTMLInputElement && field.type !== 'file') retype(field, HTMLInputElement.prototype);
  }
}

/** React hears of a value only if it is not the one that it noted on the element itself. */
function retype(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const { value, defaultValue } = field;
  if (value === defaultValue) return;
  field.value = defaultValue;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function retick(box: HTMLInputElement): void {
  const { checked, defaultChecked } = box;
  if (checked === defaultChecked || (box.type === 'radio' && !checked)) return;
  box.checked = defaultChecked;
  box.click();
}
