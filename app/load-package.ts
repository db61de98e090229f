import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import type Sharp from 'sharp';

/**
 * Packages that take memory, loaded when first needed. Required: what is imported and fails while it is run, as where no
 * file can be opened for a moment, fails until the process ends.
 */
const require = createRequire(import.meta.url);

export const loadSharp = (): typeof Sharp => require('sharp');

export const loadFontkit = (): typeof Fontkit => require('fontkit');
