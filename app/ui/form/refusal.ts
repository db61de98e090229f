/** What the site says when it does not take something; everything but the sentence is for the page. */
export interface Refusal {
  error: string;
  status?: number;
  code?: string;
  fields?: Record<string, string>;
  /** The form as it is now, where the answers did not fit. */
  form?: unknown;
  /** The site was not reached: sent again as it is, it may arrive, and it is stored once. */
  isUnreached?: boolean;
}

/** Also said of what no code foresaw, such as a part of the page that could not be loaded. */
export const UNREACHED: Refusal = {
  error:
    'The site cannot be reached, so this was not sent. Nothing you typed is lost: check your connection and try again.',
  isUnreached: true,
};

export const OFFLINE: Refusal = {
  error: 'You are offline, so this was not sent. Nothing you typed is lost: connect and try again.',
  isUnreached: true,
};
