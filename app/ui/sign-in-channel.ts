/** The BroadcastChannel on which the popup notifies this site's other windows of how a sign-in ended. */
export const SIGN_IN_CHANNEL = 'clubroom-sign-in';

/** Set in a tab while somebody signs in there: whoever lands at home then reads why. */
export const SIGN_IN_BEGUN = 'sign-in begun';
