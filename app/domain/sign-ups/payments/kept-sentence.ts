/** Says that people who have not paid in time keep their places at an event that is back; empty if there are none. */
export function keptSentence(late: number): string {
  if (late === 0) return '';
  const who = late === 1 ? '1 person has' : `${late.toLocaleString('en')} people have`;
  const keep = late === 1 ? 'keeps their place' : 'keep their places';
  return `${who} not paid in time and ${keep}: ‘Give up unpaid places’ is taken off, and can be ticked again.`;
}
