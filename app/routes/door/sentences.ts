export const FAILED = 'That did not work. Please reload the page.';
export const UNREACHED = 'The site cannot be reached. Please try again once there is a network.';

/** What the door says to a code that lets nobody in. */
export const REFUSED_CODES = {
  'other event': 'This code is for another event.',
  cancelled: 'This sign-up is cancelled.',
  unknown: 'This code is unknown.',
  'not on the list': 'This person is not on the list.',
};
