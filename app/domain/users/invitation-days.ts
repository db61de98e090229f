/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 30;
