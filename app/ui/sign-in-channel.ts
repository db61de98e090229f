/** The BroadcastChannel on which the popup tells this site's other windows how a sign-in ended. */
export const SIGN_IN_CHANNEL = 'clubroom-sign-in';

/** Set in a tab while somebody signs in there, so that the home page can say why they ended up there. */
export const SIGN_IN_BEGUN = 'sign-in begun';
