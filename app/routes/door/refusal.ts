import { isAnswer } from '../../read-answer.ts';

export const FAILED = 'That did not work. Please reload the page.';
export const UNREACHED = 'The site cannot be reached. Please try again once there is a network.';

/** True if the names may no longer be shown: signed out, without the right, or no such door. */
export function isRefusal(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** True if this site refused the names, and not a portal on the way. */
export async function isRefused(response: Response): Promise<boolean> {
  if (!isRefusal(response.status)) return false;
  const said: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isAnswer<{ error: string }>(said, ['error']);
}
