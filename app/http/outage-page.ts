import type { ClubConfig } from '../config/club.ts';
import { escapeHtml } from '../html/escape.ts';

/** Needs nothing but the configuration: the database is gone. */
export function outagePage({ club }: ClubConfig, styles: string[]): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('');
  return `<!DOCTYPE html>
<html lang="${escapeHtml(club.locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Back in a moment | ${escapeHtml(club.name)}</title>${links}</head>
<body><main id="page_content" style="max-width: 40rem; margin: 0 auto; padding: 4rem 1.25rem">
<h1>We will be back in a moment.</h1>
<p>This page needs the site’s database, which cannot be reached right now. Nothing that was saved is lost.</p>
<p>Please try again in a moment; if it goes on, tell whoever runs this site.</p>
<p><a href="">Try again</a> or <a href="/home">go to the home page</a></p>
</main></body>
</html>
`;
}
