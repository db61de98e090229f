/** The address for changing roles and invitations, from any screen. */
export const PEOPLE_ADDRESS = '/admin/people';
