import { Fragment, type ReactNode } from 'react';
import { readMarks } from '../../domain/events/description-marks.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import * as styles from './event-article.module.css';

interface DescriptionProps {
  text: string;
  /** The level of the first heading, one below the heading above it. If left out, '#' is plain text. */
  firstLevel?: number;
}

/** Paragraphs between blank lines, '- ' lines as a list, **bold**, [words](address), and addresses as links. */
export function Description({ text, firstLevel }: DescriptionProps) {
  const outer: number[] = [];
  return (
    <div className={styles.text}>
      {groups(
        text
          .trim()
          .split('\n')
          .map((line) => line.trimEnd()),
        firstLevel !== undefined,
      ).map(({ kind, lines }, part) => {
        if (kind === 'list') {
          return (
            <ul key={part} dir="auto">
              {lines.map((line, item) => (
                <li key={item}>{marked(line.replace(/^\s*- /, ''))}</li>
              ))}
            </ul>
          );
        }
        const [, marks = '', words = ''] = (kind === 'heading' && HEADING.exec(lines.join())) || [];
        if (marks === '' || firstLevel === undefined) {
          return (
            <p key={part} dir="auto">
              {marked(lines.join('\n'))}
            </p>
          );
        }
        while ((outer.at(-1) ?? 0) >= marks.length) outer.pop();
        // Levels are never skipped, whatever was typed.
        const Heading = HEADINGS[Math.min(firstLevel + outer.push(marks.length), 7) - 2] ?? 'h6';
        return (
          <Heading key={part} dir="auto">
            {marked(words.replace(/ #+$/, ''))}
          </Heading>
        );
      })}
    </div>
  );
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

type Kind = 'list' | 'heading' | 'text';

/** Groups neighbouring lines of one kind; blank lines separate groups. */
function groups(lines: string[], hasHeadings: boolean): { kind: Kind; lines: string[] }[] {
  const found: { kind: Kind; lines: string[] }[] = [];
  let before: Kind | undefined;
  for (const line of lines) {
    const kind = line.trim() === '' ? undefined : kindOf(line, hasHeadings);
    const last = found.at(-1);
    if (kind !== undefined && kind === before && kind !== 'heading') last?.lines.push(line);
    else if (kind !== undefined) found.push({ kind, lines: [line] });
    before = kind;
  }
  return found;
}

function kindOf(line: string, hasHeadings: boolean): Kind {
  if (/^\s*- /.test(line)) return 'list';
  return hasHeadings && HEADING.test(line) ? 'heading' : 'text';
}

function marked(text: string): ReactNode {
  return readMarks(text).map(({ text: words, isBold, to }, at) => {
    const run = to === undefined ? words : <SmartLink to={to}>{words}</SmartLink>;
    return isBold ? <strong key={at}>{run}</strong> : <Fragment key={at}>{run}</Fragment>;
  });
}
