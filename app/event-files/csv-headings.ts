import type { Column } from '../domain/table-files/columns.ts';

/** The headings of lists of events, in spreadsheets and in files of Luma, Meetup and Eventbrite. */
const HEADINGS = {
  title: [
    ...['title', 'name', 'event', 'event name', 'event title', 'summary', 'subject', 'what', 'titel', 'veranstaltung'],
    ...['betreff', 'nom', 'titre', 'événement', 'título', 'nombre', 'evento', 'titolo', 'nome', 'naam', 'navn', 'namn'],
  ],
  start: [
    ...[
      'start',
      'starts',
      'start at',
      'starts at',
      'begin',
      'begins',
      'date and time',
      'datetime',
      'when',
      'event start',
      'from',
    ],
    ...[
      'start date and time',
      'start datetime',
      'event datetime',
      'event start date and time',
      'beginn',
      'début',
      'inicio',
      'inizio',
    ],
  ],
  'start date': ['start date', 'date', 'event date', 'event start date', 'day', 'datum', 'startdatum', 'fecha', 'data'],
  'start time': [
    ...[
      'start time',
      'time',
      'event start time',
      'event time',
      'begins at',
      'uhrzeit',
      'startzeit',
      'heure',
      'hora',
      'ora',
    ],
  ],
  end: [
    ...['end', 'ends', 'end at', 'ends at', 'event end', 'until', 'end date and time', 'end datetime'],
    ...['event end date and time', 'ende', 'fin', 'fine'],
  ],
  'end date': ['end date', 'event end date', 'enddatum'],
  'end time': ['end time', 'event end time', 'endzeit'],
  location: [
    ...[
      'location',
      'venue',
      'venue name',
      'place',
      'where',
      'address',
      'room',
      'event location',
      'ort',
      'raum',
      'lieu',
    ],
    ...['lugar', 'luogo', 'local'],
  ],
  description: [
    'description',
    'details',
    'event description',
    'about',
    'notes',
    'beschreibung',
    'descripción',
    'descrizione',
  ],
  url: ['link', 'url', 'event url', 'event link', 'website', 'registration link', 'ticket link', 'enlace', 'lien'],
  status: ['status', 'event status'],
} as const;

export type EventColumn = keyof typeof HEADINGS;

const LABELS: Record<EventColumn, string> = {
  title: 'Title',
  start: 'Start',
  'start date': 'Start date',
  'start time': 'Start time',
  end: 'End',
  'end date': 'End date',
  'end time': 'End time',
  location: 'Location',
  description: 'Description',
  url: 'Link',
  status: 'Status',
};

export const EVENT_COLUMN_NAMES = [
  'title',
  'start',
  'start date',
  'start time',
  'end',
  'end date',
  'end time',
  'location',
  'description',
  'url',
  'status',
] as const;

export const EVENT_COLUMNS: Column<EventColumn>[] = EVENT_COLUMN_NAMES.map((name) => ({
  name,
  label: LABELS[name],
  headings: HEADINGS[name],
}));
