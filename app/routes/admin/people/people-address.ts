/** Where roles and invitations are changed, from whichever screen. */
export const PEOPLE_ADDRESS = '/admin/people';
