import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import type Sharp from 'sharp';

/**
 * Packages that take much memory are loaded when first needed. They are required, because an import that has failed once, for
 * example while no file could be opened, keeps failing until the process ends.
 */
const require = createRequire(import.meta.url);

export const loadSharp = (): typeof Sharp => require('sharp');

export const loadFontkit = (): typeof Fontkit => require('fontkit');
