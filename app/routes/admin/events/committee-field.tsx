import { useContext } from 'react';
import { SelectField } from '../../../ui/admin/fields.tsx';
import type { CommitteeChoice } from '../../../domain/committees/list.ts';
import { CommitteesContext } from '../club-contexts.ts';
import type { RecordForm } from '../../../ui/admin/use-record-form.ts';
import type { EventValues } from './event-values.ts';

const NONE = 'None';

/** The committee of the event. A club without committees does not see this field. */
export function CommitteeField({ form }: { form: RecordForm<EventValues> }) {
  const choice = useContext(CommitteesContext);
  const { options, isRequired } = choice;
  const field = form.bind('committee');
  if (options.length === 0) return null;
  const nothing = isRequired ? '' : NONE;
  const names = options.map(({ name }) => name);
  const nameOf = (key: string) => options.find((one) => one.key === key)?.name ?? nothing;
  const choose = (name: string) => {
    const key = options.find((one) => one.name === name)?.key ?? '';
    field.onChange(key);
    // A proposal has no time to be published; the hidden field would be reported as missing.
    if (form.values.visibility === 'Publish at' && mustPropose(choice, key)) form.bind('visibility').onChange('Draft');
  };
  return (
    <SelectField
      field={{ ...field, value: nameOf(field.value), onChange: choose }}
      options={isRequired ? names : [NONE, ...names]}
      required={isRequired}
    />
  );
}

/** True if an event of this committee is proposed instead of published. */
export function mustPropose({ options, isRequired }: CommitteeChoice, committee: string): boolean {
  const chosen = options.find(({ key }) => key === committee) ?? options[0];
  return isRequired && chosen?.mayPublish !== true;
}
