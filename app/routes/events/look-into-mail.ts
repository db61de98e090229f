/** Every sender of a sign-up that has to be confirmed reads this, whatever the address is. */
export const LOOK_INTO_MAIL = 'Please look into your mail: your sign-up counts once you have followed its link.';
