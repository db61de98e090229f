/**
 * How much one network may do: `points` times within `seconds`. A campus shares one address: a lecture hall that signs up
 * at once gets through, a flood does not.
 */
export const NETWORK_LIMITS = {
  /** Sign-ups and other responses to one form, of which only stored ones count. */
  storedPerForm: { name: 'write', points: 100, seconds: 600 },
  triesPerForm: { name: 'try', points: 1000, seconds: 600 },
  /** After this many refusals a new proof of work is needed, so refused tries cost as many proofs as stored ones. */
  triesPerToken: { name: 'token', points: 10, seconds: 1200 },
  /** Enough for several large galleries at one sitting. */
  uploads: { name: 'upload', points: 300, seconds: 600 },
  /** Enough for a whole computer lab to sign in at once, but not for a flood. */
  signIns: { name: 'sign-in', points: 120, seconds: 60 },
  /** Each asks the provider about a code, and a browser that has begun to sign in could send any number of codes. */
  signInCodes: { name: 'sign-in-code', points: 120, seconds: 60 },
  /** Links that lead to no sign-up, so that nobody can try one token after another. */
  unknownLinks: { name: 'unknown-link', points: 60, seconds: 60 },
  /** Each may send somebody a mail. */
  cardRequests: { name: 'card-request', points: 60, seconds: 600 },
  /** The same, for subscribing to the mail about coming events. */
  subscriptions: { name: 'subscription', points: 60, seconds: 600 },
  /** For one door and everyone who has its link: enough for a dozen phones that each send once a second. */
  doorBatches: { name: 'door-batch', points: 900, seconds: 60 },
  /** The same, for the list of people: a phone asks for it whenever something has changed. */
  doorLists: { name: 'door-list', points: 900, seconds: 60 },
  /** People added by hand at one door: each gets a mail and makes the list on every phone longer. */
  doorAdditions: { name: 'door-add', points: 500, seconds: 3600 },
  /** For one sign-up: each change sends a mail and is written to disk. */
  signUpChanges: { name: 'sign-up-change', points: 30, seconds: 600 },
};
