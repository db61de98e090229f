import { isAnswer } from '../../read-answer.ts';

/** True if the names may no longer be shown: signed out, without the right, or no such door. */
export function isRefusal(status: number): boolean {
  return [401, 403, 404].includes(status);
}

/** True if this site refused the names, and not a portal on the way. */
export async function isRefused(response: Response): Promise<boolean> {
  if (!isRefusal(response.status)) return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isAnswer<{ error: string }>(answer, ['error']);
}
