import { useEffect, useRef, useState } from 'react';
import { contrast } from '../../colour.ts';
import { TOKEN_PAIRS } from '../../ui/token-pairs.ts';
import * as styles from './ui.module.css';

interface Token {
  name: string;
  /** As the style sheet writes it. */
  written: string;
  /** Its colour in the theme around it, as #rrggbb; undefined if it is not an opaque colour. */
  colour: string | undefined;
}

const COLOUR = /^--(paper|bar$|veil|foreign|ink|error|good|code|accent|on-|focus|photo|line)/;
const TYPE = /^--(display|h\d|text-(?!print)|figure)/;
const SPACE = /^--(s\d+|section|gutter|control|target)$/;
const LINE = /^--(hairline|edge|dashed|rule)$/;

export function TokenTables() {
  const place = useRef<HTMLDivElement>(null);
  const [tokens, setTokens] = useState<Token[]>([]);
  useEffect(() => {
    const { current } = place;
    if (current) setTokens(readTokens().map((one) => ({ ...one, colour: colourAt(current, one.name) })));
  }, []);
  const of = (kind: RegExp) => tokens.filter(({ name }) => kind.test(name));
  const others = tokens.filter(({ name }) => ![COLOUR, TYPE, SPACE, LINE].some((kind) => kind.test(name)));
  return (
    <div ref={place} className={styles.stack}>
      <h3>Colours</h3>
      <ul role="list" className={styles.patches}>
        {of(COLOUR).map(({ name, colour }) => (
          <li key={name}>
            <span className={styles.patch} style={{ background: `var(${name})` }} />
            <code>{name}</code> {colour ?? 'translucent'}
          </li>
        ))}
      </ul>
      <Contrasts colours={new Map(tokens.map(({ name, colour = '' }) => [name, colour]))} />
      <h3>Type, space and lines</h3>
      {of(TYPE).map(({ name, written }) => (
        <p key={name} className={styles.line}>
          <span style={{ fontSize: `var(${name})` }}>Poster night</span> <code>{name}</code> {written}
        </p>
      ))}
      {of(SPACE).map(({ name, written }) => (
        <p key={name}>
          <span className={styles.bar} style={{ width: `var(${name})` }} /> <code>{name}</code> {written}
        </p>
      ))}
      {of(LINE).map(({ name, written }) => (
        <p key={name} style={{ borderBottom: `var(${name})` }}>
          <code>{name}</code> {written}
        </p>
      ))}
      <h3>Faces, motion, layers, widths</h3>
      <dl className={styles.values}>
        {others.map(({ name, written }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{written}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Contrasts({ colours }: { colours: Map<string, string> }) {
  return (
    <>
      <h3>Contrast</h3>
      <ul role="list" className={styles.patches}>
        {TOKEN_PAIRS.map(({ front, ground, least }) => {
          const ratio = contrast(colours.get(front) ?? '', colours.get(ground) ?? '');
          return (
            <li key={front + ground + least} data-short={ratio < least || undefined}>
              <span className={styles.pair} style={{ color: `var(${front})`, background: `var(${ground})` }}>
                Ag {ratio.toFixed(1)}
              </span>
              <code>{`${front} on ${ground}`}</code> ≥ {least}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The custom properties of :root, without the raw ones. */
function readTokens(): Pick<Token, 'name' | 'written'>[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const inLayers = rules.flatMap((rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : []));
  return inLayers.flatMap((rule) => {
    if (!(rule instanceof CSSStyleRule) || rule.selectorText !== ':root') return [];
    const names = [...rule.style].filter((name) => /^--(?!raw-)/.test(name));
    return names.map((name) => ({ name, written: rule.style.getPropertyValue(name).trim() }));
  });
}

function colourAt(place: HTMLElement, name: string): string | undefined {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  place.append(probe);
  const [, ...channels] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(probe).color) ?? [];
  probe.remove();
  if (channels.length === 0) return undefined;
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`;
}
