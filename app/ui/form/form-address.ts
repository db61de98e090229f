export interface FormAddress {
  action: string;
  fields: Record<string, string>;
}

export interface FilledForm {
  form: FormAddress;
  values: Record<string, string | number | boolean | string[]>;
}

/** True for an action on another site: the form is posted into a hidden frame, and the answer is not read. */
export function isOutside({ action }: FormAddress): boolean {
  return !action.startsWith('/');
}
