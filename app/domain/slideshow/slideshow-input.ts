import { z } from '../zod.ts';
import { fileInput } from '../uploads/file-input.ts';

/** What an admin may say about the home page's slideshow: its images, in their order. */
export const slideshowInput = z.strictObject({
  files: z.array(fileInput, 'must be a list of files').max(200, 'A slideshow can have 200 images at most'),
});
