/**
 * How much one network may do: `points` times within `seconds`. A campus shares one address: a lecture hall that signs up
 * at once gets through, a flood does not.
 */
export const NETWORK_LIMITS = {
  /** Each form counts by itself, and only what is stored counts. */
  storedPerForm: { name: 'write', points: 100, seconds: 600 },
  triesPerForm: { name: 'try', points: 1000, seconds: 600 },
  /** Refused tries need new proofs: stopping a form by them takes as many proofs as stopping it by what is stored. */
  triesPerToken: { name: 'token', points: 10, seconds: 1200 },
  /** Several large galleries at a sitting. */
  uploads: { name: 'upload', points: 300, seconds: 600 },
  /** A whole computer lab can sign in at once; flooding cannot go on. */
  signIns: { name: 'sign-in', points: 120, seconds: 60 },
  /** Each asks the provider about a code: a browser that has begun a sign-in could send any number. */
  signInCodes: { name: 'sign-in-code', points: 120, seconds: 60 },
  /** Links to sign-ups that lead to nothing: nobody tries one token after the other. */
  unknownLinks: { name: 'unknown-link', points: 60, seconds: 60 },
  /** Each may write a mail to somebody. */
  cardRequests: { name: 'card-request', points: 60, seconds: 600 },
  /** The same for subscribing to the mail of coming events. */
  subscriptions: { name: 'subscription', points: 60, seconds: 600 },
  /** For one door, by anyone who has its link: a dozen phones that each send once a second. */
  doorBatches: { name: 'door-batch', points: 900, seconds: 60 },
  /** The same, for anyone who is expected: a phone asks whenever something has changed. */
  doorLists: { name: 'door-list', points: 900, seconds: 60 },
  /** People added by hand at one door: each gets a mail, and makes the list on every phone longer. */
  doorAdditions: { name: 'door-add', points: 500, seconds: 3600 },
  /** For one sign-up: each change writes a mail, and is written to disk. */
  signUpChanges: { name: 'sign-up-change', points: 30, seconds: 600 },
};
