export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(shownValue).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  for (const [name, text] of Object.entries(value)) {
    if (['name', 'description', 'title'].includes(name) && typeof text === 'string' && text) return text;
  }
  return Object.values(value).map(shownValue).join(', ');
}
