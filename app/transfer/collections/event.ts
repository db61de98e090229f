import type { EventColumns } from '../../domain/event-changes/change.ts';
import { events as definition } from '../../domain/events/event.ts';
import { forgetEvents, importEvents } from '../../domain/event-changes/lifecycle.ts';
import type { Collection } from '../collection.ts';
import { collectionOf } from './record.ts';

export const events: Collection<EventColumns> = {
  ...collectionOf(definition),
  records: { save: importEvents, remove: forgetEvents },
};
