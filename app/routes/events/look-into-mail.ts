/** The same for everyone whose sign-up has to be confirmed, whatever the address. */
export const LOOK_INTO_MAIL = 'Please look into your mail: your sign-up counts once you have followed its link.';
