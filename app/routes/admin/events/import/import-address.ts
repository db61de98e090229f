export const PREVIEW_ADDRESS = '/admin/import-events/preview';
export const IMPORT_ADDRESS = '/admin/import-events';
/** What is sent at most: a file of 5 MB with its line ends and marks as JSON has them, and what is left out of it. */
export const MOST_SENT_BYTES = 7_500_000;
