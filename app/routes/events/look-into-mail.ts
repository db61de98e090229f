/** To the sender of a sign-up whose address is to be confirmed; the same whatever the address is. */
export const LOOK_INTO_MAIL = 'Please look into your mail: your sign-up counts once you have followed its link.';
