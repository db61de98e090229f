import { createHash } from 'node:crypto';

/** Inline scripts and styles are allowed by the page's nonce, or by the hash of their text. */
type InlineRule = { nonce: string } | Hashes;

interface Hashes {
  scripts: string[];
  styles: string[];
}

/** Lists of origins. Wildcards are left out. */
export interface Sources {
  scripts: string[];
  /** True in development, because the dev server writes styles into the page. */
  inlineStyles?: boolean;
  frames: string[];
  forms: string[];
}

/** Excludes characters in a host that would end a rule of the policy or stand for other hosts. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Images may come from anywhere, because imported records name other hosts. */
export function contentSecurityPolicy(rule: InlineRule, sources: Sources): string {
  const [scripts, frames, forms] = [originsIn(sources.scripts), originsIn(sources.frames), originsIn(sources.forms)];
  const inline = inlineSources(rule);
  const styles = sources.inlineStyles ? ["'unsafe-inline'"] : inline.styles;
  return [
    "default-src 'self'",
    directive('script-src', "'self'", ...inline.scripts, ...scripts),
    directive('style-src-elem', "'self'", ...styles),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    directive('frame-src', ...(frames.length > 0 ? frames : ["'none'"])),
    directive('form-action', "'self'", ...forms),
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function inlineSources(rule: InlineRule): Hashes {
  if ('nonce' in rule) return { scripts: [`'nonce-${rule.nonce}'`], styles: [`'nonce-${rule.nonce}'`] };
  const quoted = (hashes: string[]) => hashes.map((hash) => `'sha256-${hash}'`);
  return { scripts: quoted(rule.scripts), styles: quoted(rule.styles) };
}

function originsIn(sources: string[]): string[] {
  return sources.filter((source) => ORIGIN.test(source));
}

function directive(name: string, ...values: string[]): string {
  return [name, ...new Set(values)].join(' ');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Replaces `nonce` by hashes. A script or style that got into the page in any other way has no hash and does nothing. */
export function withHashes(html: string, nonce: string): { html: string; hashes: Hashes } {
  const mark = ` nonce="${nonce}"`;
  const hashes: Hashes = { scripts: [], styles: [] };
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('>', at) + 1);
    const [, kind] = /^<(script|style)\b/.exec(tag) ?? [];
    if (kind === undefined || /\ssrc=/.test(tag)) continue;
    const start = html.indexOf('>', at) + 1;
    const text = html.slice(start, html.indexOf(`</${kind}>`, start));
    hashes[kind === 'style' ? 'styles' : 'scripts'].push(hashOf(text));
  }
  return { html: html.replaceAll(mark, ''), hashes };
}
