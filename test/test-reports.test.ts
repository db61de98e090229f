import { expect, test } from 'vitest';
import { describeTrouble, troublesOf } from '../scripts/test-reports.mjs';

test('what failed, what passed at the second go, and a file that could not be read are named with their reasons', () => {
  const vitest = {
    testResults: [
      {
        name: `${process.cwd()}/app/one.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'waits', status: 'passed', failureMessages: ['too late'] },
          { fullName: 'fails', status: 'failed', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: `${process.cwd()}/app/two.test.ts`, status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  const results = [{ errors: [{ message: 'not visible' }] }, { errors: [] }];
  const playwright = {
    suites: [
      {
        suites: [{ specs: [{ file: 'visit.spec.ts', title: 'opens', ok: true, tests: [{ results }] }] }],
        specs: [{ file: 'visit.spec.ts', title: 'shuts', ok: true, tests: [{ results: [{ errors: [] }] }] }],
      },
    ],
    errors: [{ message: 'teardown took too long' }],
  };
  expect(troublesOf(vitest, playwright)).toEqual([
    { name: 'app/one.test.ts › waits', messages: ['too late'], passed: true },
    { name: 'app/one.test.ts › fails', messages: ['expected 1 to be 2'], passed: false },
    { name: 'app/two.test.ts', messages: ['SyntaxError'], passed: false },
    { name: 'e2e/visit.spec.ts › opens', messages: ['not visible'], passed: true },
    { name: 'e2e, outside its tests', messages: ['teardown took too long'], passed: false },
  ]);
});

test('a message as long as a page takes a few lines', () => {
  const page = `${'<p>text</p>'.repeat(20_000)}\n`.repeat(30);
  expect(describeTrouble({ name: 'one', messages: [page], passed: false }).length).toBeLessThan(2000);
});

test('where no report was written nothing is said', () => {
  expect(troublesOf(undefined, undefined)).toEqual([]);
});
