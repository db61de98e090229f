import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import {
  RETROSPECTIVE_LABELS,
  retrospectiveInput,
  inputOf,
  type Retrospective,
  type RetrospectiveInput,
} from '../../../domain/events/retrospective.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { SaveForm } from '../../../ui/admin/save-form.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import * as styles from './event.module.css';

interface HowItWentProps {
  retrospective: Retrospective;
  version: number;
  /** True if people were counted at the door. */
  wasCounted: boolean;
}

/** Notes for anyone who plans the next event. */
export function HowItWent({ retrospective, version: stored, wasCounted }: HowItWentProps) {
  const form = useRecordForm<RetrospectiveInput, EditableEvent>({
    labels: RETROSPECTIVE_LABELS,
    initial: inputOf(retrospective),
    version: stored,
    follows: true,
    schema: retrospectiveInput,
    payload: (input, version) => ({ version, input }),
    fromRecord: (current) => ({ values: inputOf(current.retrospective), version: current.version }),
    action: 'retrospective',
    onSaved: () => say('How it went was saved'),
  });
  return (
    <section id="how-it-went" tabIndex={-1} className={styles.responses} aria-labelledby="how-it-went-heading">
      <h2 id="how-it-went-heading">How it went</h2>
      <SaveForm
        form={form}
        className={styles.wentForm}
        barClass={styles.wentBar}
        offline="What you typed stays here: save it once you are back online."
        quiet
      >
        <p>For whoever plans the next one: only officers read this.</p>
        <BoundTextArea field={form.bind('ranOut')} rows={2} />
        <BoundTextArea field={form.bind('change')} rows={3} />
        <BoundTextArea field={form.bind('cost')} rows={2} />
        {!wasCounted && <BoundTextField field={form.bind('came')} hint="A rough number will do." inputMode="numeric" />}
      </SaveForm>
    </section>
  );
}
