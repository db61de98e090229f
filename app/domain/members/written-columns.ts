/** The download and the template for an import have the same ones. */
export const CSV_COLUMNS = ['name', 'email', 'student id', 'since', 'paid until', 'note'] as const;
