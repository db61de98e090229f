/** The BroadcastChannel on which the popup tells this site's other windows that a sign-in ended, and how. */
export const SIGN_IN_CHANNEL = 'clubroom-sign-in';
