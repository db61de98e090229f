import { useEffect, useState, type FormEvent } from 'react';
import type { EditableEvent } from '../../../domain/event-changes/editable-event.ts';
import {
  LOOKING_BACK_LABELS as LABELS,
  retrospectiveInput,
  writtenOf,
  type Retrospective,
  type RetrospectiveInput,
} from '../../../domain/events/looking-back.ts';
import { sameValue } from '../../../ui/admin/conflict.ts';
import { BoundTextArea, BoundTextField } from '../../../ui/admin/fields.tsx';
import { ConflictPanel, Notices } from '../../../ui/admin/notices.tsx';
import { say } from '../../../ui/admin/toasts.tsx';
import { useUnsavedGuard } from '../../../ui/admin/unsaved-guard.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import * as styles from './event.module.css';
import type { action } from './resources/retrospective.ts';

interface Saved {
  retrospective: Retrospective;
  version: number;
}

interface HowItWentProps {
  saved: Saved;
  /** At the door. */
  wasCounted: boolean;
}

/** For anyone who plans the next one. */
export function HowItWent({ saved, wasCounted }: HowItWentProps) {
  const [shown, setShown] = useState({ saved, round: 0, loaded: saved });
  const [isDirty, setDirty] = useState(false);
  if (!sameValue(saved, shown.loaded)) {
    // What others save is shown at once, unless something here would be lost by it: then saving asks.
    const isNews = !sameValue(saved.retrospective, shown.saved.retrospective) && !isDirty;
    setShown(isNews ? { saved, round: shown.round + 1, loaded: saved } : { ...shown, loaded: saved });
  }
  return (
    <section id="how-it-went" tabIndex={-1} className={styles.responses} aria-labelledby="how-it-went-heading">
      <h2 id="how-it-went-heading">How it went</h2>
      <WentForm
        key={shown.round}
        saved={shown.saved}
        wasCounted={wasCounted}
        onDirty={setDirty}
        onSaved={(next) => setShown((now) => ({ ...now, saved: next }))}
      />
    </section>
  );
}

type WentFormProps = HowItWentProps & {
  onDirty: (isDirty: boolean) => void;
  onSaved: (saved: Saved) => void;
};

function WentForm({ saved, wasCounted, onDirty, onSaved }: WentFormProps) {
  const form = useRecordForm<RetrospectiveInput, EditableEvent, typeof action>({
    labels: LABELS,
    initial: writtenOf(saved.retrospective),
    version: saved.version,
    schema: retrospectiveInput,
    payload: (input, version) => ({ version, input }),
    fromRecord: ({ retrospective, version }) => ({ values: writtenOf(retrospective), version }),
    action: 'retrospective',
    onSaved: ({ version }) => {
      say('How it went was saved');
      const { came, ...notes } = form.values;
      onSaved({ retrospective: { ...notes, came: came === '' ? null : Number(came) }, version });
    },
  });
  const guard = useUnsavedGuard(form.isDirty);
  useEffect(() => onDirty(form.isDirty), [onDirty, form.isDirty]);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form className={styles.wentForm} onSubmit={onSubmit} noValidate>
      <p>For whoever plans the next one: only officers read this.</p>
      <BoundTextArea field={form.bind('ranOut')} rows={2} dir="auto" />
      <BoundTextArea field={form.bind('change')} rows={3} dir="auto" />
      <BoundTextArea field={form.bind('cost')} rows={2} dir="auto" />
      {!wasCounted && <BoundTextField field={form.bind('came')} hint="A rough number will do." inputMode="numeric" />}
      <div className={styles.wentBar}>
        <Notices problem={form.problem} offline="What you typed stays here: save it once you are back online.">
          {form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}
        </Notices>
        {!form.conflict && (
          <Button type="submit" quiet={!form.isDirty} aria-disabled={form.saving || undefined}>
            {form.saving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <p role="status">{form.isDirty && 'There are unsaved changes.'}</p>
      </div>
      {guard.element}
    </form>
  );
}
