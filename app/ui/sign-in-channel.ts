/** The BroadcastChannel on which the popup notifies this site's other windows of how a sign-in ended. */
export const SIGN_IN_CHANNEL = 'clubroom-sign-in';
