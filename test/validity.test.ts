import { HtmlValidate, type MetaDataTable } from 'html-validate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAllPages } from '../e2e/public-screens.ts';
import { startApp, type RunningApp } from './app.ts';
import { Browser } from './browser.ts';
import { fillPath } from './fill-path.ts';
import { seedAdmin } from './people.ts';
import { PASSWORD } from './sign-in.ts';

const obsolete = { attributes: { align: { deprecated: true } } };

/** What the standard says and the checker does not know of itself. */
const BESIDES: MetaDataTable = {
  ...Object.fromEntries(['table', 'col', 'tr', 'th', 'td'].map((name) => [name, obsolete])),
  img: {
    attributes: {
      sizes: { allowed: (image) => (image.hasAttribute('srcset') ? null : 'there is no srcset to choose from') },
    },
  },
  script: { attributes: { type: { enum: ['module', 'application/ld+json', 'text/late'] } } },
};

const checker = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard'],
  elements: ['html5', BESIDES],
});

async function faultsOf(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  const found = results.flatMap(({ messages }) => messages);
  const faults = found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`);
  return [...new Set([...faults, ...invalidAddresses(html)])];
}

/** What the standard's URLs hold nowhere unescaped; browsers put it right, and the checker does not look. */
const NO_URL = /[\s"<>\\^`{|}]|%(?![0-9a-f]{2})/i;

function invalidAddresses(html: string): string[] {
  const addresses = [...html.matchAll(/ (?:src|href|action|poster|cite)="([^"]*)"/g)].map(([, value = '']) => value);
  const read = addresses.map((value) =>
    value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim(),
  );
  return read.filter((address) => NO_URL.test(address)).map((address) => `no-url: ${address}`);
}

test('the checker finds what it is here for', async () => {
  const html = `<!DOCTYPE html><html lang="en"><head><title>x</title><script type="other"></script></head><body>
    <img alt="" sizes="9px"><img alt="" src="data:image/svg+xml,%3Csvg a='1 2'/%3E"><table><tbody><tr><td align="right">1</td></tr></tbody></table></body></html>`;
  expect((await faultsOf(html)).map((fault) => fault.split(':')[0])).toEqual([
    'attribute-allowed-values',
    'element-required-attributes',
    'attribute-misuse',
    'no-deprecated-attr',
    'no-url',
  ]);
});

describe.each([
  ['the sample club', true],
  ['an empty club', false],
])('%s', (_, isSample) => {
  let app: RunningApp;
  let cookie: string;
  beforeAll(async () => {
    app = await startApp({ sample: isSample, env: { ...withAllPages(), LOCAL_IDP_PASSWORD: PASSWORD } });
    ({ cookie } = await seedAdmin(app));
  });
  afterAll(() => app.close());

  /** Every screen's address, with events that are there where there are any. */
  async function paths(): Promise<string[]> {
    const events: { $key: string }[] = await (await app.get('/api/events?set=all')).json();
    const screens = app.routes.filter(({ kind }) => kind === 'screen').map(({ path }) => fillPath(path));
    const some = [...events.slice(0, 4), ...events.slice(-4)].map(({ $key }) => $key);
    return [
      ...new Set([
        ...screens,
        '/events?past=1',
        ...some.flatMap((key) => [`/events/${key}`, `/admin/events/${key}`, `/admin/events/${key}/announce`]),
      ]),
    ];
  }

  /** Nobody who is signed in sees the login screen. */
  const ask = (path: string) => app.get(path, path.startsWith('/admin') ? { headers: { cookie } } : {});

  test('every page is valid HTML', isSample ? {} : { tags: 'long' }, async () => {
    const found: Record<string, string[]> = {};
    const { response: signIn } = await new Browser().follow(`${app.url}/auth/start`);
    const pages = [signIn];
    for (const path of await paths()) pages.push(await ask(path));
    const shown = pages.filter(({ headers }) => headers.get('content-type')?.startsWith('text/html'));
    for (const page of shown) {
      const faults = await faultsOf(await page.text());
      if (faults.length > 0) found[page.url] = faults;
    }
    expect(found).toEqual({});
    expect(shown.length).toBeGreaterThan(24);
  });
});
