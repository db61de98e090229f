import { tmpdir } from 'node:os';
import puppeteer, { type ConsoleMessage, type Page } from 'puppeteer-core';
import { endWhereSilent, type Engine, type Tab } from './tab.ts';

/** Debian's Firefox, which speaks WebDriver BiDi by itself. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  // Its processes that draw may read the machine's fonts and no others, unless they are told where.
  const extraPrefsFirefox = { 'security.sandbox.content.read_path_whitelist': `${tmpdir()}/` };
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true, extraPrefsFirefox });
  const [page] = await browser.pages();
  if (!page) throw new Error('Firefox opened without a page');
  let heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') heard.push(message.text());
  });
  const tab = tabOf(page);
  const end = () => browser.process()?.kill('SIGKILL');
  return {
    tab: {
      ...tab,
      open: (url) => endWhereSilent(url, () => tab.open(url), end),
      resize: (width, height) => endWhereSilent('another size', () => tab.resize(width, height), end),
      evaluate: (script) => endWhereSilent('a script', () => tab.evaluate(script), end),
    },
    complaints: () => {
      const said = heard;
      heard = [];
      return Promise.resolve(said);
    },
    close: () => browser.close(),
  };
}

function tabOf(page: Page): Tab {
  return {
    async open(url) {
      // `endWhereSilent` ends it: the driver's own limit is shorter than pictures take that are drawn when first asked for.
      await page.goto(url, { timeout: 0 });
    },
    resize: (width, height) => page.setViewport({ width, height }),
    evaluate: <Result>(script: string) => page.evaluate<[], () => Result>(script),
    pressAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    async giveFile(selector, path) {
      const input = await page.waitForSelector(`${selector}[type=file]`);
      await input
        ?.asElement()
        ?.toElement('input')
        .then((element) => element.uploadFile(path));
    },
    async back() {
      await page.goBack();
    },
    picture: async () => Buffer.from(await page.screenshot()),
    async inPopup(opening, work) {
      const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
      await opening();
      const popup = await opened;
      if (!popup) throw new Error('No window was opened');
      const gone = new Promise((resolve) => popup.once('close', resolve));
      await work(tabOf(popup));
      await gone;
    },
  };
}
