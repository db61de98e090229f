import { z } from 'zod';
import { needs } from '../../../auth/middleware.server.ts';
import { LONGEST_TEXT } from '../../../domain/pages/page.ts';
import { toJson } from '../../../http/actions.ts';
import { renderPage } from '../../page/render-page.server.ts';

export const middleware = [needs('change content')];

const command = z.strictObject({ text: z.string().max(LONGEST_TEXT) });

/** Renders a text before it is saved. */
export const action = toJson(async ({ site, read }) => {
  const { html } = await renderPage(site, (await read(command)).text);
  return { html };
});
