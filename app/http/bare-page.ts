import type { ClubConfig } from '../config/club.ts';
import { escapeHtml } from '../html/escape.ts';
import { contentSecurityPolicy } from './headers/content-security-policy.ts';
import { pageSources } from './headers/security-headers.ts';

interface BarePage {
  status: number;
  title: string;
  heading: string;
  texts: string[];
  retryAfter?: number;
}

/** Uses only the configuration, as the database may not answer. */
export function barePage(
  config: ClubConfig,
  styles: string[],
  { status, title, heading, texts, retryAfter }: BarePage,
): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy({ scripts: [], styles: [] }, pageSources(config, { frames: [] })),
    'cache-control': 'no-store',
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  const again = retryAfter === undefined ? '' : '<a href="">Try again</a> or ';
  const { name, locale } = config.club;
  const html = `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} | ${escapeHtml(name)}</title>${styles.map(link).join('')}</head>
<body><main id="page_content" style="display: grid; align-content: start; gap: 1rem; padding: 4rem max(1.0625rem, calc(50vw - 35rem))">
<p><strong>${escapeHtml(name)}</strong></p>
<h1>${escapeHtml(heading)}</h1>
${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<p>${again}<a href="/home">${again ? 'go' : 'Go'} to the home page</a></p>
</main></body>
</html>
`;
  return new Response(html, { status, headers });
}

function link(href: string): string {
  return `<link rel="stylesheet" href="${escapeHtml(href)}">`;
}
