import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Where a question is asked and answered. */
interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** Shows `lines` with their numbers and asks for one of them: its place, or undefined for none. */
export async function choose(
  lines: string[],
  question: string,
  { input, output }: Terminal,
): Promise<number | undefined> {
  for (const [at, line] of lines.entries()) output.write(`${at + 1}. ${line}\n`);
  const reader = createInterface({ input, output });
  try {
    // Anyone who ends the input chooses nothing.
    const ended = once(reader, 'close').then(() => '');
    const asked = reader.question(`${question} Its number, or nothing for none: `);
    const answer = (await Promise.race([asked, ended])).trim();
    const at = /^\d+$/.test(answer) ? Number(answer) - 1 : -1;
    return at in lines ? at : undefined;
  } finally {
    reader.close();
  }
}
