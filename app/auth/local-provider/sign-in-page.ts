import { createHash } from 'node:crypto';
import textFont from '../../ui/fonts/atkinson-hyperlegible-next.woff2?url';
import displayFont from '../../ui/fonts/bricolage-grotesque.woff2?url';
import { escapeHtml } from '../../html/escape.ts';
import { accentPalette, INK, LINE_STRONG, PAPER, RED } from '../../ui/palette.ts';
import type { ClubConfig } from '../../config/club.ts';

export type ProviderClub = Pick<ClubConfig['club'], 'name' | 'accent'>;

/** The club's logo, or its initials. */
const MARK = '/icon-192.png';

export interface Pages {
  policy: string;
  signIn: (asked: { action: string; email: string; error?: string }) => string;
  problem: (problem: string) => string;
}

export function createPages(club: () => ProviderClub): Pages {
  const style = styleOf(accentPalette(club().accent));
  return {
    policy: [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "font-src 'self'",
      "img-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    signIn: (asked) => page('Sign in', club().name, style, signInForm(asked)),
    problem: (problem) =>
      page(
        'This sign-in cannot continue',
        club().name,
        style,
        `<p>${escapeHtml(problem)}</p>\n<p><a href="/auth/login">Start again</a></p>`,
      ),
  };
}

/** One of the provider's own pages submits itself by a script, whose hash the provider adds. */
export const PROTOCOL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

function signInForm({ action, email, error }: Parameters<Pages['signIn']>[0]): string {
  const described = error ? ' aria-describedby="error"' : '';
  return `<p>The local identity provider of this trial site.</p>
${error ? `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>` : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escapeHtml(email)}"${email ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}${email ? ' autofocus' : ''}>
<button>Sign in</button>
</form>`;
}

function coloursOf(theme: 'light' | 'dark', palette: ReturnType<typeof accentPalette>): string {
  const plain = { paper: PAPER, ink: INK, line: LINE_STRONG, error: RED };
  const own = { fill: 'accent-fill', on: 'on-accent', edge: 'accent-edge', accent: 'accent-text' };
  return [
    ...Object.entries(plain).map(([name, colour]) => `--${name}: ${colour[theme]}`),
    ...Object.entries(own).map(([name, step]) => `--${name}: ${palette[`--${theme}-${step}`]}`),
  ].join('; ');
}

function styleOf(palette: ReturnType<typeof accentPalette>): string {
  return `
@font-face { font-family: Text; src: url(${textFont}); font-weight: 400 700; font-display: swap }
@font-face { font-family: Display; src: url(${displayFont}); font-weight: 500 800; font-display: swap }
:root { color-scheme: light dark; ${coloursOf('light', palette)} }
@media (prefers-color-scheme: dark) {
  :root { ${coloursOf('dark', palette)} }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 Text, ui-sans-serif, system-ui, sans-serif }
main { width: min(22rem, 100vw - 3rem) }
.club { display: flex; align-items: center; gap: .75rem; margin: 0 0 2rem; overflow-wrap: anywhere; font: 700 1rem/1.25 Display, ui-sans-serif, sans-serif }
.club img { flex: none }
h1 { margin: 0 0 .5rem; font: 800 2.25rem/1.1 Display, ui-sans-serif, sans-serif; letter-spacing: -.02em }
p { margin: 0 0 1.25rem }
a { color: var(--accent) }
label { display: block; margin-bottom: .35rem; font-weight: 600 }
input { width: 100%; min-height: 3rem; margin-bottom: 1.25rem; padding: .5rem .75rem; border: 1px solid var(--line);
  border-radius: 3px; background: transparent; color: inherit; font: inherit }
button { width: 100%; min-height: 3rem; border: 1px solid var(--edge); border-radius: 3px; background: var(--fill);
  color: var(--on); font: inherit; font-weight: 700; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.error { color: var(--error); font-weight: 600 }`;
}

function page(title: string, clubName: string, style: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${PAPER.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${PAPER.dark}">
<title>${title}</title>
<link rel="icon" href="${MARK}">
<style>${style}</style>
</head>
<body>
<main>
<p class="club"><img src="${MARK}" width="48" height="48" alt="">${escapeHtml(clubName)}</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}
