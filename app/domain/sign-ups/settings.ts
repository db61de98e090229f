export const WAYS_TO_GIVE_PLACES = ['First come, first served', 'By a draw'] as const;

/** Sign-up is open for at least this long before a draw, to be fair to those who cannot sign up at once. */
export const LEAST_OPEN_MS = 600_000;

/** Who may sign up, as officers choose it. */
export const AUDIENCE_CHOICES = ['Everyone', 'Members first, until', 'Members only'] as const;

type AudienceChoice = (typeof AUDIENCE_CHOICES)[number];

export interface Audience {
  /** null: everyone. */
  audience: 'members' | null;
  /** Epoch milliseconds; from then on everyone may sign up. null: never. */
  membersUntil: number | null;
}

export function audienceChoiceOf({ audience, membersUntil }: Audience): AudienceChoice {
  if (audience === null) return 'Everyone';
  return membersUntil === null ? 'Members only' : 'Members first, until';
}

export function audienceOf(choice: AudienceChoice, until: number | null): Audience {
  return {
    audience: choice === 'Everyone' ? null : 'members',
    membersUntil: choice === 'Members first, until' ? until : null,
  };
}

/** Whether sign-up is only for members now. */
export function isForMembers({ audience, membersUntil }: Audience, now: number): boolean {
  return audience === 'members' && (membersUntil === null || now < membersUntil);
}
