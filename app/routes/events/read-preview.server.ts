import type { EventView } from '../../domain/events/event-view.ts';
import { viewEvent } from '../../domain/events/event-view.ts';
import { findPreview, viewPreview } from '../../domain/events/preview.ts';
import { visibilityText } from '../../domain/events/visibility.ts';
import { findForm, type EventForm } from '../../domain/responses/event-form.ts';
import type { Site } from '../../site.ts';

export interface Preview {
  note: string;
  formNote: string;
  /** For the addresses of what is drawn of it. */
  query: string;
}

/** A draft's page, for whoever has its link. */
export async function readPreview(
  { db, clock, settings }: Pick<Site, 'db' | 'clock' | 'settings'>,
  key: string,
  token: string,
): Promise<{ event: EventView; form: EventForm | null; preview: Preview } | undefined> {
  const event = await findPreview(db, key, token);
  if (!event) return undefined;
  const view = await viewEvent(db, event, { clock, publicUrl: settings.publicUrl });
  const form = event.formId ? await findForm(db, event.formId) : null;
  const state = event.publishAt === 'never' ? 'Draft' : `Draft. ${visibilityText(event.publishAt, clock)}`;
  return {
    event: viewPreview(view, token),
    form: form && form.fields.length > 0 ? form : null,
    preview: {
      note: `${state}. Only people with this link see this page.`,
      formNote: 'This is a preview: the form takes no answers yet.',
      query: `?preview=${token}`,
    },
  };
}
