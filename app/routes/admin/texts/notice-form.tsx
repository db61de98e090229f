import { useEffect, useId, useState, type FormEvent } from 'react';
import {
  MOST_CHARACTERS,
  noticeInput,
  valuesOfNotice,
  type Notice,
  type NoticeInput,
} from '../../../domain/notice/notice.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { ConflictPanel, Notices } from '../../../ui/admin/notices.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { Button } from '../../../ui/button.tsx';
import { MomentField } from '../events/time-fields.tsx';
import type { action } from './notice.ts';
import type { TextsReports, Unsaved } from './text-form.tsx';
import * as styles from './texts.module.css';

interface EditedNotice {
  version: number;
  values: NoticeInput;
  /** Whether visitors see it. */
  state: string;
}

interface NoticeFormProps extends TextsReports {
  notice: EditedNotice;
  timeZone: string;
}

const PATH = 'notice';

/** What others save is shown at once, unless something here would be lost by it: then saving asks. */
export function NoticeForm({ notice, timeZone, onUnsaved, onSaved }: NoticeFormProps) {
  const id = useId();
  const [shown, setShown] = useState({ notice, round: 0 });
  const [unsaved, setUnsaved] = useState<Unsaved>();
  if (notice.version > shown.notice.version && !unsaved) setShown({ notice, round: shown.round + 1 });
  useEffect(() => onUnsaved(PATH, unsaved), [onUnsaved, unsaved]);
  useEffect(() => () => onUnsaved(PATH, undefined), [onUnsaved]);
  const keepVersion = (version: number) => {
    setShown((now) => ({ ...now, notice: { ...now.notice, version } }));
    onSaved('Notice');
  };
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.heading}>
        <h2 id={id}>Above every page</h2>
        <p>{notice.state}</p>
      </header>
      <Editing
        key={shown.round}
        opened={shown.notice}
        timeZone={timeZone}
        onUnsaved={setUnsaved}
        onSaved={keepVersion}
      />
    </section>
  );
}

const LABELS = {
  text: 'Notice',
  url: 'Link',
  from: 'From',
  fromOccurrence: 'From, first or second',
  until: 'Until',
  untilOccurrence: 'Until, first or second',
};

interface EditingProps {
  opened: EditedNotice;
  timeZone: string;
  onUnsaved: (unsaved: Unsaved | undefined) => void;
  onSaved: (version: number) => void;
}

function Editing({ opened, timeZone, onUnsaved, onSaved }: EditingProps) {
  const form = useRecordForm<NoticeInput, Notice, typeof action>({
    labels: LABELS,
    initial: opened.values,
    version: opened.version,
    schema: noticeInput(timeZone),
    payload: (input, version) => ({ version, input }),
    action: '/admin/notice',
    fromRecord: (current) => ({ values: valuesOfNotice(current, timeZone), version: current.version }),
    onSaved: ({ version }) => onSaved(version),
  });
  const { isDirty, saving, problem } = form;
  const [wasChanged, setWasChanged] = useState(false);
  if (isDirty && !wasChanged) setWasChanged(true);
  const unsaved = saving ? 'saving' : 'changed';
  useEffect(() => onUnsaved(isDirty ? unsaved : undefined), [onUnsaved, isDirty, unsaved]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [wrong] = form.submit();
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <form className={styles.notice} data-unsaved={isDirty || undefined} onSubmit={onSubmit} noValidate>
      <BoundTextField
        field={form.bind('text')}
        hint={`One line, up to ${MOST_CHARACTERS} characters. Leave it empty to show none.`}
        spellCheck
      />
      <BoundTextField
        field={form.bind('url')}
        hint="Where the notice leads to. Begins with https://, or with / for a page of this site."
      />
      <div className={styles.span}>
        <MomentField
          field={form.bind('from')}
          occurrence={form.bind('fromOccurrence')}
          hint="Left empty, it shows at once."
          timeZone={timeZone}
        />
        <MomentField
          field={form.bind('until')}
          occurrence={form.bind('untilOccurrence')}
          hint="Left empty, it shows until you remove it."
          timeZone={timeZone}
        />
      </div>
      <Notices problem={problem}>{form.conflict && <ConflictPanel form={form} conflict={form.conflict} />}</Notices>
      {wasChanged && !form.conflict && (
        <div className={styles.buttons}>
          <Button type="submit" quiet aria-disabled={saving || undefined}>
            {saving ? 'Saving…' : 'Save'}
          </Button>
        </div>
      )}
    </form>
  );
}
