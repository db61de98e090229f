/** Why a public write is not taken to come from a page of this site. `code` is for the page, the message for people. */
export class NotAttested extends Error {
  override name = 'NotAttested';
  readonly code: 'attestation-missing' | 'attestation-expired' | 'attestation-wrong';

  constructor(code: NotAttested['code']) {
    super(SENTENCES[code]);
    this.code = code;
  }
}

const SENTENCES = {
  'attestation-missing':
    'The form was not sent from a page of this site, so nothing was saved. Please open the form on this site and send it there.',
  'attestation-expired': 'This page has been open for a while and needs a new check. Please send the form again.',
  'attestation-wrong':
    'We could not check that this came from a page of this site. Please try again; if it keeps failing, copy what you typed and reload the page.',
};
