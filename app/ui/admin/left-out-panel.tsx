import { Button } from '../button.tsx';
import panel from '../panel.module.css';
import type { RecordForm } from './use-record-form.ts';

interface LeftOutPanelProps {
  form: Pick<RecordForm<object>, 'leftOut' | 'submitWithout' | 'saving'>;
}

export function LeftOutPanel({ form }: LeftOutPanelProps) {
  const { leftOut, submitWithout, saving } = form;
  const names = leftOut.map((name) => `‘${name}’`).join(', ');
  if (leftOut.length === 0) return null;
  const [were, them] = leftOut.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    <div className={panel.error} role="alert">
      <p>
        Nothing is saved yet: {names} {were} not uploaded. See to {them} in the form, or save without {them}.
      </p>
      <p>
        <Button quiet onClick={submitWithout} aria-disabled={saving || undefined}>
          Save without {them}
        </Button>
      </p>
    </div>
  );
}
