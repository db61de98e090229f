import { nounOf } from '../../domain/topics.ts';

const PASSIVE: Record<string, string> = {
  granted: 'was made an admin',
  revoked: 'was removed as an admin',
};

/** The words for an act in the passive, such as 'was invited'; undefined for other verbs. */
export function passiveOf(verb: string): string | undefined {
  return PASSIVE[verb];
}

interface Wording {
  before: string;
  after?: string;
  /** True if the title is a part of the sentence, not a name in quotes. */
  isPlain?: true;
}

/** By verb and topic: wordings for acts that do not read well in the pattern ‘updated the event’. */
const WORDINGS: Record<string, Wording> = {
  'looked back on event': { before: 'noted how', after: 'went' },
  'added entry': { before: 'added a response to' },
  'updated entry': { before: 'changed a response to' },
  'noted a payment of entry': { before: 'noted a payment for' },
  'took back a payment of entry': { before: 'took back a payment for' },
  'added door': { before: 'made a link for helpers for' },
  'removed door': { before: 'stopped the links for helpers of' },
  'imported event': { before: 'imported', isPlain: true },
  'imported member': { before: 'imported', isPlain: true },
  'removed subscriber': { before: 'removed', after: 'from the mail of the week', isPlain: true },
  'wrote the note of digest': { before: 'wrote the note for the mail of', isPlain: true },
  'left out digest': { before: 'left out the mail of', isPlain: true },
  'put back digest': { before: 'put back the mail of', isPlain: true },
  'sent again mail': { before: 'sent the', after: 'mail again', isPlain: true },
  'sent again announcement': { before: 'announced', after: 'again' },
  'invited user': { before: 'invited', isPlain: true },
  'withdrew the invitation of user': { before: 'withdrew the invitation of', isPlain: true },
  'gave a role to user': { before: 'gave a role to', isPlain: true },
  'took the role from user': { before: 'took the role from', isPlain: true },
  'took a step of handover': { before: 'finished the step', after: 'of the handover' },
  'added to handover': { before: 'added', after: 'to the handover' },
  'changed in handover': { before: 'changed', after: 'in the handover' },
  'removed from handover': { before: 'removed', after: 'from the handover' },
  'hid finding': { before: 'dismissed' },
  'brought back finding': { before: 'brought back', after: 'under Needs attention' },
};

const WITHOUT_NOUN = new Set(['erased', 'wrote', 'accepted', 'practised']);

/** The words around the title in a line of the activity log. */
export function wordingOf(verb: string, topic: string): Wording {
  if (WITHOUT_NOUN.has(verb)) return { before: verb, isPlain: true };
  return WORDINGS[`${verb} ${topic}`] ?? { before: `${verb} the ${nounOf(topic)}` };
}
