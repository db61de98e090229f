import { createHash } from 'node:crypto';

export type ScriptRule = { nonce: string } | { hashes: string[] };

/** Origins. One that means more than one host is left out. */
export interface Sources {
  scripts: string[];
  /** True in development, where the tool that reloads styles writes them into the page. */
  inlineStyles?: boolean;
  frames: string[];
  forms: string[];
}

/** A host may hold marks that end a rule of a policy, or stand for other hosts. */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/** Images come from anywhere: imports name other hosts. */
export function contentSecurityPolicy(rule: ScriptRule, sources: Sources): string {
  const [scripts, frames, forms] = [originsIn(sources.scripts), originsIn(sources.frames), originsIn(sources.forms)];
  const inline = 'nonce' in rule ? [`'nonce-${rule.nonce}'`] : rule.hashes.map((hash) => `'sha256-${hash}'`);
  const styleNonce = 'nonce' in rule ? [`'nonce-${rule.nonce}'`] : [];
  const styles = sources.inlineStyles ? ["'unsafe-inline'"] : styleNonce;
  return [
    "default-src 'self'",
    directive('script-src', "'self'", ...inline, ...scripts),
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

function originsIn(sources: string[]): string[] {
  return sources.filter((source) => ORIGIN.test(source));
}

function directive(name: string, ...values: string[]): string {
  return [name, ...new Set(values)].join(' ');
}

function scriptHash(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}

const SCRIPT = '<script';
const SCRIPT_END = '</script>';

/** Swaps `nonce` for hashes: a script that came into the page in any other way has none, and does not run. */
export function withHashes(html: string, nonce: string): { html: string; hashes: string[] } {
  const mark = ` nonce="${nonce}"`;
  const hashes: string[] = [];
  for (let at = html.indexOf(mark); at >= 0; at = html.indexOf(mark, at + mark.length)) {
    const tag = html.slice(html.lastIndexOf('<', at), html.indexOf('>', at) + 1);
    if (!tag.startsWith(SCRIPT) || /\ssrc=/.test(tag)) continue;
    const start = html.indexOf('>', at) + 1;
    hashes.push(scriptHash(html.slice(start, html.indexOf(SCRIPT_END, start))));
  }
  return { html: html.replaceAll(mark, ''), hashes };
}
