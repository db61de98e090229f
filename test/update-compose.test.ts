import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Writes down what it was asked for, and fails at what `FAILS` is found in. */
const DOCKER = `#!/bin/sh
echo "$*" >> "$ASKED"
case "$*" in *" up "*) [ -e "$ASKED.up" ] || { touch "$ASKED.up"; exit "$FIRST_UP"; } ;; esac
[ -n "$FAILS" ] && case "$*" in *"$FAILS"*) exit 1 ;; esac
case "$*" in *rehearse*) echo '{"tables":1,"pages":1,"faults":[]}' ;; *update-data*) echo '{}' ;; esac
`;

function updated({ fails = '', firstUp = 0 }: { fails?: string; firstUp?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'clubroom-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'deploy'));
  const script = join(folder, 'deploy/update-compose.sh');
  copyFileSync(join(import.meta.dirname, '../deploy/update-compose.sh'), script);
  writeFileSync(join(folder, 'docker'), DOCKER);
  chmodSync(join(folder, 'docker'), 0o755);
  const asked = join(folder, 'asked');
  const { status, stderr } = spawnSync('sh', [script], {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH']}`, ASKED: asked, FAILS: fails, FIRST_UP: String(firstUp) },
  });
  return { status, stderr, asked: readFileSync(asked, 'utf8') };
}

test('a version that serves stays', () => {
  const { status, asked } = updated({});
  expect(status).toBe(0);
  expect(asked).not.toContain('update-data.ts back');
});

test('where a copy cannot be made, nothing is built', () => {
  const { status, stderr, asked } = updated({ fails: 'update-data.ts copy' });
  expect([status, stderr]).toEqual([1, 'Nothing was changed.\n']);
  expect(asked).not.toContain('compose build');
  expect(asked.trimEnd()).toMatch(/tag clubroom:before clubroom$/);
});

test('a version that does not serve gives way to the one before, with its data', () => {
  const { status, stderr, asked } = updated({ firstUp: 1 });
  expect([status, stderr]).toEqual([2, expect.stringContaining('the one before is back')]);
  expect(asked).toMatch(/tag clubroom:before clubroom\ncompose stop site\n.*update-data\.ts back/);
});

test('the one before serves also where there was nothing to put back', () => {
  const { status, stderr } = updated({ fails: 'update-data.ts back', firstUp: 1 });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/could not be put back.*\n.*the one before is back/)]);
});

test.each(['compose stop site', 'up --detach --wait site'])('nobody reads that it is back where %s fails', (fails) => {
  const { status, stderr } = updated({ fails, firstUp: 1 });
  expect([status, stderr]).toEqual([3, expect.stringMatching(/Restore backups\/before-[\d-]+ by hand/)]);
});
