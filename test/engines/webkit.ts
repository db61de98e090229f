import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Builder, By, Capabilities, Key as Keys, Origin, type WebDriver } from 'selenium-webdriver';
import { vi } from 'vitest';
import { freePort } from '../app.ts';
import { endWhereSilent, LONGEST_ANSWER, type Engine, type Tab } from './tab.ts';

export interface WebKitPrograms {
  driver: string;
  /** WebKitGTK's own small browser. */
  browser: string;
  display: string;
}

const PATIENCE = { timeout: 20_000, interval: 100 };
const LARGEST_SCREEN = '1600x1200x24';
/** Its own bars are hidden, and yet keep the window from being as narrow as a small phone. */
const SMALL_BARS = '* { min-width: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px }';

/**
 * Debian's WebKitGTK, on a display that nobody looks at. It is full screen: without its own bars it can be as narrow as
 * a phone.
 */
export async function startWebKit({ driver, browser, display }: WebKitPrograms): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'clubroom-webkit-'));
  const screen = spawn(display, ['-displayfd', '1', '-screen', '0', LARGEST_SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = await once(createInterface(screen.stdout), 'line');
  const port = await freePort();
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), SMALL_BARS);
  const env = { ...process.env, DISPLAY: `:${number}`, XDG_CONFIG_HOME: folder };
  const server = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/status`), PATIENCE);
  const log = join(folder, 'console');
  const flags = '--automation --full-screen --enable-write-console-messages-to-stdout=true';
  const webdriver = await new Builder()
    .usingServer(url)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        // Its driver keeps what the browser says to itself.
        'webkitgtk:browserOptions': { binary: '/bin/sh', args: ['-c', `exec ${browser} ${flags} >'${log}' 2>&1`] },
      }),
    )
    .build();
  await webdriver.manage().setTimeouts({ script: LONGEST_ANSWER });
  const execute = webdriver.execute.bind(webdriver);
  webdriver.execute = (command) =>
    endWhereSilent(
      command.getName(),
      () => execute(command),
      () => server.kill('SIGKILL'),
    );
  let heard = 0;
  return {
    tab: tabOf(webdriver),
    async complaints() {
      const said = await readFile(log, 'utf8');
      const news = said.slice(heard);
      heard = said.length;
      return news.split('\n').filter((line) => /^CONSOLE .*ERROR/.test(line));
    },
    async close() {
      if (!server.killed) await webdriver.quit();
      await stop(server);
      await stop(screen);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

function tabOf(driver: WebDriver): Tab {
  return {
    open: (url) => driver.get(url),
    async resize(width, height) {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    evaluate: (script) => driver.executeScript(`return ${script}`),
    pressAt: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT, duration: 0 }).click().perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    key: (key) => driver.actions().sendKeys(Keys[KEYS[key]]).perform(),
    giveFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    back: () => driver.navigate().back(),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async inPopup(opening, work) {
      const own = await driver.getWindowHandle();
      await opening();
      const other = async () => (await driver.getAllWindowHandles()).find((handle) => handle !== own);
      const opened = await vi.waitUntil(other, PATIENCE);
      await driver.switchTo().window(opened);
      await work(tabOf(driver));
      await driver.switchTo().window(own);
      await vi.waitUntil(async () => (await other()) === undefined, PATIENCE);
    },
  };
}

const KEYS = { Tab: 'TAB', Enter: 'ENTER', Escape: 'ESCAPE', Delete: 'DELETE' } as const;
