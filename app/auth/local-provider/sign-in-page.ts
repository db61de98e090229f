import { createHash } from 'node:crypto';

const STYLE = `
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #15171c; --line: #857d6e; --fill: #15171c; --on: #fbf8f1; --error: #a3121f }
@media (prefers-color-scheme: dark) {
  :root { --paper: #10131a; --ink: #f3eee3; --line: #7f8592; --fill: #f3eee3; --on: #10131a; --error: #ff9a92 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  background: var(--paper); color: var(--ink); font: 1.0625rem/1.5 ui-sans-serif, system-ui, sans-serif }
main { width: min(22rem, 100vw - 3rem) }
h1 { margin: 0 0 .5rem; font-size: 2rem; line-height: 1.1; letter-spacing: -.02em }
p { margin: 0 0 1.25rem }
label { display: block; margin-bottom: .35rem; font-weight: 600 }
input { width: 100%; min-height: 3rem; margin-bottom: 1.25rem; padding: .5rem .75rem; border: 1px solid var(--line);
  border-radius: 3px; background: transparent; color: inherit; font: inherit }
button { width: 100%; min-height: 3rem; border: 0; border-radius: 3px; background: var(--fill); color: var(--on);
  font: inherit; font-weight: 700; cursor: pointer }
:focus-visible { outline: 2px solid currentcolor; outline-offset: 2px }
.error { color: var(--error); font-weight: 600 }`;

/** The policy of the pages below: their own style, forms to this site, nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy of the provider's own pages: one of them sends itself on, and it adds that script's hash. */
export const PROTOCOL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The local identity provider's own sign-in page; `error` says what was wrong with what was sent. */
export function signInPage({ action, email, error }: { action: string; email: string; error?: string }): string {
  const described = error ? ' aria-describedby="error"' : '';
  return page(
    'Sign in',
    `<p>The local identity provider of this trial site.</p>
${error ? `<p class="error" id="error" role="alert">${escape(error)}</p>` : ''}
<form method="post" action="${escape(action)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${escape(email)}"${email ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}${email ? ' autofocus' : ''}>
<button>Sign in</button>
</form>`,
  );
}

/** A page that says why a sign-in cannot go on. */
export function problemPage(problem: string): string {
  return page('This sign-in cannot go on', `<p>${escape(problem)}</p>\n<p><a href="/auth/login">Begin again</a></p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
