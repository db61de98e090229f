export const PREVIEW_ADDRESS = '/admin/import-events/preview';
export const IMPORT_ADDRESS = '/admin/import-events';
export const IMPORT_AS = ['Drafts', 'Published'] as const;
