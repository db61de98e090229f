/** The columns of the download and of the template for an import. */
export const CSV_COLUMNS = ['name', 'email', 'student id', 'since', 'paid until', 'note'] as const;
