/** The calendar year in which the requested year of the club began. */
export function readYear(url: string): number | undefined {
  const given = new URL(url).searchParams.get('year') ?? '';
  return /^\d{4}$/.test(given) ? Number(given) : undefined;
}
