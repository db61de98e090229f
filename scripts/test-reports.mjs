// What the reports of Vitest and Playwright say that somebody wants to read at the very end of a long log: what failed, why, and
// what passed only at the second go.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const MESSAGE_LINES = 12;
const MESSAGE_LENGTH = 1_500;

/** Each as { name, messages, passed }: the tests that failed at least once, files that could not be read, what failed around them. */
export function troublesOf(vitest, playwright) {
  const around = (playwright?.errors ?? []).map(({ message }) => ({
    name: 'e2e, outside its tests',
    messages: [message ?? ''],
    passed: false,
  }));
  return [...unitTroubles(vitest), ...browserTroubles(playwright?.suites ?? []), ...around];
}

/** A few lines for each: a log that is cut at its beginning still says them. */
export function describeTrouble({ name, messages }) {
  const message = stripVTControlCharacters(messages[0] ?? '').slice(0, MESSAGE_LENGTH);
  return [name, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ');
}

function* unitTroubles(report) {
  for (const { name: path, status, message, assertionResults } of report?.testResults ?? []) {
    const file = relative(process.cwd(), path);
    const failed = assertionResults.filter(({ failureMessages }) => failureMessages?.length > 0);
    for (const { fullName, status: end, failureMessages } of failed)
      yield { name: `${file} › ${fullName}`, messages: failureMessages, passed: end === 'passed' };
    if (status === 'failed' && failed.length === 0) yield { name: file, messages: [message], passed: false };
  }
}

function* browserTroubles(suites) {
  for (const { specs = [], suites: inner = [] } of suites) {
    for (const { file, title, ok, tests } of specs) {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      if (errors.length > 0)
        yield { name: `e2e/${file} › ${title}`, messages: errors.map((error) => error.message ?? ''), passed: ok };
    }
    yield* browserTroubles(inner);
  }
}
