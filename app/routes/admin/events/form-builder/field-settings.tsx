import { useId } from 'react';
import { QUESTIONS } from '../../../../domain/questions/index.ts';
import { BoundTextField, CheckboxField } from '../../../../ui/admin/fields.tsx';
import { Checkbox, FieldFrame } from '../../../../ui/form/field.tsx';
import * as fieldStyles from '../../../../ui/form/field.module.css';
import { choosableAnswers, conditionText, isSource, nameOf, type BuilderField } from './builder-field.ts';
import * as styles from './form-builder.module.css';

interface SettingsProps {
  field: BuilderField;
  fields: BuilderField[];
  place: number;
  onChange: (field: BuilderField) => void;
  /** Of one of the field's settings, once it is due. */
  messageOf: (setting: string) => string | undefined;
  onLeave: (setting: string) => void;
}

/** What every field may have: when it is asked, how often an option may be chosen, and whether the door shows it. */
export function FieldSettings(props: SettingsProps) {
  const { field, place, onChange, messageOf, onLeave } = props;
  const path = `fields.${place}`;
  return (
    <>
      <Condition {...props} />
      {QUESTIONS[field.type].hasOptions && field.options.length > 0 && (
        <div className={styles.limits}>
          {field.options.map((option, at) => {
            const name = `limits.${option.name.trim()}`;
            return (
              <BoundTextField
                key={option.id}
                field={{
                  ...{ name: `${path}.${name}`, value: option.places },
                  label: `Places for ${option.name.trim() || `option ${at + 1}`}`,
                  onChange: (places) => onChange({ ...field, options: field.options.with(at, { ...option, places }) }),
                  onBlur: () => onLeave(name),
                  message: messageOf(name),
                }}
                inputMode="numeric"
              />
            );
          })}
        </div>
      )}
      <CheckboxField
        field={{
          ...{ name: `${path}.atDoor`, label: 'Show at the door', value: field.atDoor, message: undefined },
          onChange: (atDoor) => onChange({ ...field, atDoor }),
          onBlur: () => {},
        }}
      />
    </>
  );
}

function Condition({ field, fields, place, onChange, messageOf, onLeave }: SettingsProps) {
  const id = useId();
  const { showIf } = field;
  const source = fields.find((one) => one.id === showIf?.field);
  const message = messageOf('showIf');
  // Where it was moved, the field that is chosen may stand behind this one now.
  const choosable = fields.flatMap((one, at) =>
    one !== field && isSource(one) && (at < place || one === source) ? [{ id: one.id, label: nameOf(one, at) }] : [],
  );
  return (
    <div className={styles.condition}>
      <FieldFrame label="Only ask if" name={`fields.${place}.showIf`} message={message}>
        {(control) => (
          <select
            {...control}
            value={showIf && !source ? 'gone' : (showIf?.field ?? '')}
            onBlur={() => showIf === null && onLeave('showIf')}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...field, showIf: value === '' ? null : { field: value, anyOf: [] } })
            }
          >
            <option value="">Always</option>
            {showIf && !source && <option value="gone">(a field that is gone)</option>}
            {choosable.map((one) => (
              <option key={one.id} value={one.id}>
                {one.label}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {showIf && source && (
        <fieldset
          className={styles.answers}
          aria-describedby={`${id}-sentence`}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) onLeave('showIf');
          }}
        >
          <legend className={fieldStyles.label}>The answer is</legend>
          {choosableAnswers(source).map(({ id: answer, label }, at) => (
            <Checkbox
              key={String(answer)}
              name={`fields.${place}.showIf.${at}`}
              label={label || `Option ${at + 1}`}
              checked={showIf.anyOf.includes(answer)}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  ...field,
                  showIf: {
                    ...showIf,
                    anyOf: checked ? [...showIf.anyOf, answer] : showIf.anyOf.filter((one) => one !== answer),
                  },
                })
              }
            />
          ))}
          <p id={`${id}-sentence`} className={styles.sentence}>
            {conditionText(field, fields)}
          </p>
        </fieldset>
      )}
    </div>
  );
}
