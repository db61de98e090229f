/** As much of a browser as signing in needs: it keeps cookies by path, follows redirects when told, and sends forms. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>();

  /** The value of a cookie that is kept now. */
  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  keep(name: string, value: string): void {
    this.#cookies.set(name, { value, path: '/' });
  }

  /** One request, without following where it leads. */
  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(address);
    const sent = [...this.#cookies].filter(([, { path }]) => pathname.startsWith(path));
    const headers = new Headers(init.headers);
    if (sent.length > 0) headers.set('cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const response = await fetch(address, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#remember(line);
    return response;
  }

  /** Asks and follows redirects until `stop` says enough or a page comes; gives back that answer and its address. */
  async follow(address: string, stop: (next: string) => boolean = () => false, init?: RequestInit) {
    let here = address;
    let response = await this.ask(here, init);
    for (;;) {
      const location = response.headers.get('location');
      if (!location) return { address: here, response };
      here = new URL(location, here).href;
      if (stop(here)) return { address: here, response };
      response = await this.ask(here);
    }
  }

  #remember(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const isGone = attributes.some((attribute) => /^max-age=0$/i.test(attribute)) || value === '';
    if (isGone) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}
