import { useId, type FormEvent } from 'react';
import {
  MOST_CHARACTERS,
  noticeInput,
  valuesOfNotice,
  type Notice,
  type NoticeInput,
} from '../../../domain/notice/notice.ts';
import { BoundTextField } from '../../../ui/admin/fields.tsx';
import { useRecordForm } from '../../../ui/admin/use-record-form.ts';
import { MomentField } from '../events/time-fields.tsx';
import type { action } from './notice.ts';
import { SaveButton, useReport, useSaveOffered, WhatWentWrong, type TextsReports } from './text-form.tsx';
import * as styles from './texts.module.css';

interface EditedNotice {
  version: number;
  values: NoticeInput;
  /** Says whether visitors see it. */
  state: string;
}

interface NoticeFormProps extends TextsReports {
  notice: EditedNotice;
  timeZone: string;
}

const LABELS = {
  text: 'Notice',
  url: 'Link',
  from: 'From',
  fromOccurrence: 'From, first or second',
  until: 'Until',
  untilOccurrence: 'Until, first or second',
};

export function NoticeForm({ notice, timeZone, onUnsaved, onSaved }: NoticeFormProps) {
  const id = useId();
  const form = useRecordForm<NoticeInput, Notice, typeof action>({
    labels: LABELS,
    initial: notice.values,
    version: notice.version,
    follows: true,
    schema: noticeInput(timeZone),
    payload: (input, version) => ({ version, input }),
    action: '/admin/notice',
    fromRecord: (current) => ({ values: valuesOfNotice(current, timeZone), version: current.version }),
    onSaved: () => onSaved('Notice'),
  });
  const isSaveOffered = useSaveOffered(form);
  useReport('notice', form, onUnsaved);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const [wrong] = form.submit();
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  };
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.heading}>
        <h2 id={id}>Above every page</h2>
        <p>{notice.state}</p>
      </header>
      <form className={styles.notice} data-unsaved={form.isDirty || undefined} onSubmit={onSubmit} noValidate>
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
            hint="Leave empty to show it now."
            timeZone={timeZone}
          />
          <MomentField
            field={form.bind('until')}
            occurrence={form.bind('untilOccurrence')}
            hint="Leave empty to show it until you remove it."
            timeZone={timeZone}
          />
        </div>
        <WhatWentWrong form={form} problem={form.problem} />
        {isSaveOffered && (
          <div className={styles.buttons}>
            <SaveButton saving={form.saving} />
          </div>
        )}
      </form>
    </section>
  );
}
