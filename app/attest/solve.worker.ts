import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Solves one challenge off the page's own thread, so that typing never waits for it. */
self.addEventListener('message', ({ data: challenge }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge, deriveKey }).then((solution) => self.postMessage(solution), reportError);
});
