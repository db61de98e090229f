import type { EventView } from '../../domain/events/event-view.ts';
import { viewEvent } from '../../domain/events/event-view.ts';
import { findPreview, viewPreview } from '../../domain/events/preview.ts';
import { visibilityText } from '../../domain/records/publish-at.ts';
import type { EventForm } from '../../domain/forms/event-form-definition.ts';
import { findForm } from '../../domain/forms/event-form.ts';
import type { Site } from '../../site.ts';

export interface DraftPreview {
  note: string;
  formNote: string;
  /** Added to the addresses of its drawings. */
  query: string;
}

/** Reads a draft's page, for anyone who has its link. */
export async function readPreview(
  { db, clock, settings }: Pick<Site, 'db' | 'clock' | 'settings'>,
  key: string,
  token: string,
): Promise<{ event: EventView; form: EventForm | null; hasClosed: boolean; preview: DraftPreview } | undefined> {
  const event = await findPreview(db, key, token);
  if (!event) return undefined;
  const view = await viewEvent(db, event, { clock, publicUrl: settings.publicUrl });
  const found = event.formId ? await findForm(db, event.formId) : null;
  const form = found && found.fields.length > 0 ? found : null;
  const { signupUrl, embeddedForm } = view;
  const takesNone = view.isOver || view.cancelled;
  const shown = takesNone ? { ...view, signupUrl: null, embeddedForm: null } : view;
  const state = event.publishAt === 'never' ? 'Draft' : `Draft. ${visibilityText(event.publishAt, clock)}`;
  return {
    event: viewPreview(shown, token),
    form: takesNone ? null : form,
    hasClosed: takesNone && Boolean(form ?? signupUrl ?? embeddedForm),
    preview: {
      note: `${state}. Only people with this link see this page.`,
      formNote: 'This is a preview: the form takes no answers yet.',
      query: `?preview=${token}`,
    },
  };
}
