/** Says that people who have not paid in time keep their places at an event that is back; empty if there are none. */
export function unpaidPlacesSentence(late: number): string {
  return late === 0 ? '' : `${whoKeeps(late)}: ‘Give up unpaid places’ has been unticked; you can tick it again.`;
}

/** Why an import leaves the setting out of a form. */
export function leftOutReason(late: number): string {
  return `is left out: ${whoKeeps(late)}. ‘Give up unpaid places’ can be ticked again`;
}

function whoKeeps(late: number): string {
  const who = late === 1 ? '1 person has' : `${late.toLocaleString('en')} people have`;
  return `${who} not paid in time and ${late === 1 ? 'keeps their place' : 'keep their places'}`;
}
