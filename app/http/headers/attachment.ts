import { CACHE_CONTROL } from './cache-control.ts';

/** RFC 6266: a name in ASCII for old programs, and the whole name, escaped as RFC 5987 wants it. */
export function attachment(name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/g, '_');
  const escaped = encodeURIComponent(name).replaceAll(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${escaped}`;
}

export function attachmentResponse({ name, content }: { name: string; content: string }, mediaType: string): Response {
  return new Response(content, {
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'content-disposition': attachment(name),
      'cache-control': CACHE_CONTROL.private,
    },
  });
}
