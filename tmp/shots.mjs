import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
const dir = await mkdtemp('/tmp/links-shots-');
const child = spawn('node_modules/.bin/node', ['scripts/serve.mjs'], { env: { ...process.env, DATA_DIR: dir, PORT: '4177', NODE_ENV: 'production', ADMIN_EMAILS: '' }, stdio: 'inherit' });
for (let i = 0; i < 60; i++) { try { if ((await fetch('http://localhost:4177/healthz')).ok) break; } catch {} await wait(500); }
export {};
const { DatabaseSync } = await import('node:sqlite');
console.log('up', dir);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
await page.goto('http://localhost:4177/auth/login');
console.log(await page.content().then((t) => t.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ').slice(0, 600)));
await page.screenshot({ path: 'tmp/login.png' });
await browser.close();
child.kill();
