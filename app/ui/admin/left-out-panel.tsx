import { useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import panel from '../panel.module.css';
import type { RecordForm } from './use-record-form.ts';

/** Asks, before anything is saved, about files that could not be uploaded; gone once they are retried or removed. */
export function LeftOutPanel<Values extends object>({ form }: { form: RecordForm<Values> }) {
  const { leftOut, submitWithout, saving } = form;
  const place = useRef<HTMLDivElement>(null);
  const names = leftOut.map((name) => `‘${name}’`).join(', ');
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [names]);
  if (leftOut.length === 0) return null;
  const [were, them] = leftOut.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return (
    <div ref={place} className={panel.error} role="alert">
      <p>
        Nothing is saved yet: {names} {were} not uploaded. See to {them} above, or save without {them}.
      </p>
      <p>
        <Button quiet onClick={submitWithout} aria-disabled={saving || undefined}>
          Save without {them}
        </Button>
      </p>
    </div>
  );
}
