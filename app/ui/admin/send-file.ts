import type { UploadKind } from '../../domain/uploads/check-upload.ts';
import type { StoredFile } from '../../domain/files/stored-file.ts';
import { describeProblem, ProblemError, readProblem, type Problem } from '../../problem.ts';
import { isAnswer } from '../../read-answer.ts';

interface SendOptions {
  name: string;
  wanted: UploadKind;
  /** Gets the share of bytes sent so far, in whole percent, rounded down. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

const SIGNED_OUT = 'You are not signed in any more. Sign in again in another tab, then try again here.';
const CUT_OFF = 'The upload was interrupted. Check your connection and try again.';
const FAILED = 'The file could not be uploaded. Please try again in a moment.';

/**
 * Resolves to undefined if the signal aborted it.
 * @throws ProblemError with a sentence for the person who chose the file.
 */
export function sendFile(
  file: Blob,
  { name, wanted, onProgress, signal }: SendOptions,
): Promise<StoredFile | undefined> {
  // fetch does not report the progress of an upload.
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      if (total > 0) onProgress(Math.floor((loaded / total) * 100));
    });
    request.addEventListener('abort', () => resolve(undefined));
    request.addEventListener('error', () => reject(new ProblemError(describeProblem(503, CUT_OFF))));
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status === 201 && isAnswer<StoredFile>(response, ['name', 'url'])) resolve(response);
      else reject(new ProblemError(problemIn(request)));
    });
    request.responseType = 'json';
    request.open('PUT', `/api/uploads/${crypto.randomUUID()}?${new URLSearchParams({ name, wanted })}`);
    // The server finds out the type from the content; a form's type would make it parse the body as a form.
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
}

/** Deletes an uploaded file that no record holds yet. False if it is still there. */
export async function deleteUpload({ guid }: StoredFile): Promise<boolean> {
  const answer = await fetch(`/api/uploads/${guid}`, { method: 'DELETE' }).catch(() => undefined);
  // 404: it is already gone. 409: a record holds it by now, so it stays.
  return answer !== undefined && (answer.ok || [404, 409].includes(answer.status));
}

function problemIn({ status, response }: XMLHttpRequest): Problem {
  if (!isAnswer<{ error: string }>(response, ['error'])) return describeProblem(503, CUT_OFF);
  return status === 401 ? describeProblem(401, SIGNED_OUT) : readProblem(response, status, FAILED);
}

/** False if the same file would be refused again. */
export function canRetry({ status }: Problem): boolean {
  return [401, 403, 429].includes(status) || status >= 500;
}

/** The longer side, in pixels: more than any page of the site shows. */
const LONGEST_SIDE = 2560;
/** Types that browsers can both read and write; all others are sent unchanged. */
const SHRINKABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);
const QUALITY = 0.9;

/**
 * Also turns the image upright, as its camera noted. A file that is small, unreadable or would not shrink is returned
 * as it is.
 */
export async function shrinkImage(file: File): Promise<Blob> {
  if (!SHRINKABLE.has(file.type)) return file;
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = LONGEST_SIDE / Math.max(image.width, image.height);
  if (scale >= 1) return file;
  const smaller = await drawSmaller(image, scale, file.type);
  image.close();
  return smaller && smaller.size < file.size ? smaller : file;
}

async function drawSmaller(image: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const size = { width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context || !readsBackWhatItDraws(context)) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** Some browsers return noise instead of what was drawn, to protect against fingerprinting. */
function readsBackWhatItDraws(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#123456';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  context.clearRect(0, 0, 8, 8);
  return data.every((value, at) => value === [0x12, 0x34, 0x56, 255][at % 4]);
}
