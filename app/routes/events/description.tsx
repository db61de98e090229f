import { Fragment, type ReactNode } from 'react';
import { readMarks } from '../../domain/events/description-marks.ts';
import { SmartLink } from '../../ui/smart-link.tsx';
import styles from './event-article.module.css';

/** Paragraphs between blank lines, '- ' lines as a list, **bold**, [words](address), and addresses as links. */
export function Description({ text }: { text: string }) {
  if (text.trim() === '') return <p className={styles.none}>The club has not described this event yet.</p>;
  const blocks = text.trim().split(/\n\s*\n/);
  return (
    <div className={styles.text}>
      {blocks.flatMap((block, place) =>
        groups(block.split('\n')).map(({ isList, lines }, part) =>
          isList ? (
            <ul key={`${place}-${part}`} dir="auto">
              {lines.map((line, item) => (
                <li key={item}>{marked(line.replace(/^\s*- /, ''))}</li>
              ))}
            </ul>
          ) : (
            <p key={`${place}-${part}`} dir="auto">
              {marked(lines.join('\n'))}
            </p>
          ),
        ),
      )}
    </div>
  );
}

function groups(lines: string[]): { isList: boolean; lines: string[] }[] {
  const found: { isList: boolean; lines: string[] }[] = [];
  for (const line of lines) {
    const isList = /^\s*- /.test(line);
    const last = found.at(-1);
    if (last?.isList === isList) last.lines.push(line);
    else found.push({ isList, lines: [line] });
  }
  return found;
}

function marked(text: string): ReactNode {
  return readMarks(text).map(({ text: words, isBold, to }, place) => {
    const run = to === undefined ? words : <SmartLink to={to}>{words}</SmartLink>;
    return isBold ? <strong key={place}>{run}</strong> : <Fragment key={place}>{run}</Fragment>;
  });
}
