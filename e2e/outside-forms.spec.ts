import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test as base } from './club.ts';
import { configFile, submissions } from './submissions.ts';

interface Received {
  method: string | undefined;
  path: string | undefined;
  type: string | undefined;
  body: string;
}

interface OtherSite {
  origin: string;
  received: Received[];
}

/** A form service on another origin, which refuses to be framed or read, as the real ones do. */
const test = base.extend<{ service: OtherSite }>({
  service: async ({}, use) => {
    const received: Received[] = [];
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString('latin1');
        received.push({ method: request.method, path: request.url, type: request.headers['content-type'], body });
        response.writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' }).end('<p>Thanks</p>');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await use({ origin: `http://127.0.0.1:${port}`, received });
    server.close();
  },
});

test('sign-up and chat invite are native posts into a hidden frame, byte by byte', async ({
  page,
  startClub,
  service,
  complaints,
}, { outputDir }) => {
  const CLUB_CONFIG = await configFile(outputDir, ({ forms }) => {
    forms.signup.action = `${service.origin}/forms/d/e/SIGN_UP/formResponse`;
    forms.chatInvite.action = `${service.origin}/forms/d/INVITE/formResponse`;
  });
  const club = await startClub({ CLUB_EMPTY: '1', CLUB_CONFIG });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${club.url}/signup`);
  await page.getByLabel('Name', { exact: true }).fill('Sam & Zoë = 100%+');
  await page.getByLabel('Quillmoor Student ID').fill('00 1001');
  await page.getByLabel('Gender').selectOption('Female');
  await page.getByLabel('Preferred Email').fill('sam+club@example.edu');
  await page.getByLabel('Program at Quillmoor').fill('日本語 “CS” <b>');
  await page.getByLabel('Number of years as a previous member').fill('3');
  await page.getByLabel('Interests').fill('one\ntwo~*-._');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Thank you for registering')).toBeVisible();
  await expect(page.getByText('the link was also emailed to sam+club@example.edu')).toBeVisible();
  const type = 'application/x-www-form-urlencoded';
  expect(service.received.toSorted((a, b) => String(b.path).localeCompare(String(a.path)))).toEqual(
    [
      { method: 'POST', path: '/forms/d/INVITE/formResponse', type, body: 'entry.2001=sam%2Bclub%40example.edu' },
      {
        method: 'POST',
        path: '/forms/d/e/SIGN_UP/formResponse',
        type,
        body: [
          'entry.1001=Sam+%26+Zo%C3%AB+%3D+100%25%2B',
          'entry.1002=00+1001',
          'entry.1003=Female',
          'entry.1004=sam%2Bclub%40example.edu',
          'entry.1005=%E6%97%A5%E6%9C%AC%E8%AA%9E+%E2%80%9CCS%E2%80%9D+%3Cb%3E',
          'entry.1006=3',
          'entry.1007=one%0D%0Atwo%7E*-._',
        ].join('&'),
      },
    ].toSorted((a, b) => b.path.localeCompare(a.path)),
  );
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/attest'))).toEqual([]);
  expect(submissions(club, 'signup')).toEqual([]);
  // That the answer may not be framed, or read, is the other site's own business.
  complaints.length = 0;
});

test(
  'one form outside, the other here: neither is sent twice by a retry',
  { tag: '@long' },
  async ({ page, startClub, service, complaints }, { outputDir }) => {
    const CLUB_CONFIG = await configFile(outputDir, ({ forms }) => {
      forms.signup.action = `${service.origin}/forms/d/e/SIGN_UP/formResponse`;
    });
    const club = await startClub({ CLUB_EMPTY: '1', CLUB_CONFIG });
    await page.goto(`${club.url}/signup`);
    await page.getByLabel('Name', { exact: true }).fill('Sam');
    await page.getByLabel('Quillmoor Student ID').fill('1');
    await page.getByLabel('Preferred Email').fill('sam@example.edu');
    await page.getByLabel('Program at Quillmoor').fill('CS');
    await page.route('**/forms/d/e/chat-invite/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('The site cannot be reached')).toBeVisible();
    await expect.poll(() => service.received.length).toBe(1);
    await page.unroute('**/forms/d/e/chat-invite/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Thank you for registering')).toBeVisible();
    expect(service.received).toHaveLength(1);
    expect(submissions(club, 'chatInvite')).toEqual([{ email: 'sam@example.edu' }]);
    complaints.length = 0;
  },
);

test('offline, nothing is called sent', async ({ page, startClub, service, complaints }, { outputDir }) => {
  const CLUB_CONFIG = await configFile(outputDir, ({ forms }) => {
    forms.contact.action = `${service.origin}/forms/d/e/CONTACT/formResponse`;
  });
  const club = await startClub({ CLUB_EMPTY: '1', CLUB_CONFIG });
  const isAlive = page.waitForRequest(/\/live/);
  await page.goto(`${club.url}/contact`);
  await isAlive;
  await page.getByLabel('Email').fill('sam@example.edu');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(/this was not sent\. Nothing you typed is lost/)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('sam@example.edu');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Message submitted')).toBeVisible();
  expect(service.received.map(({ body }) => body)).toEqual(['entry.3001=&entry.3002=sam%40example.edu&entry.3003=']);
  complaints.length = 0;
});
