import { useEffect, useRef, useState } from 'react';
import { contrast } from '../../colour.ts';
import { TOKEN_PAIRS, type TokenPair } from '../../ui/token-pairs.ts';
import * as styles from './ui.module.css';

interface Measured extends TokenPair {
  ratio: number;
}

export function TokenTables() {
  const place = useRef<HTMLDivElement>(null);
  const [tokens, setTokens] = useState<(TokenValue & { colour?: string | undefined })[]>([]);
  const [pairs, setPairs] = useState<Measured[]>([]);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const colour = (name: string) => colourAt(current, name);
    setTokens(readTokens().map((token) => ({ ...token, ...(isColour(token) && { colour: colour(token.name) }) })));
    setPairs(
      TOKEN_PAIRS.map((pair) => ({ ...pair, ratio: contrast(colour(pair.front) ?? '', colour(pair.ground) ?? '') })),
    );
  }, []);
  const of = (kind: RegExp) => tokens.filter(({ name }) => kind.test(name));
  const rest = /^--(font|quick|calm|ease|turn|fade|open|close|wait|instant|pass|layer|content|reading|column|measure)/;
  return (
    <div ref={place} className={styles.stack}>
      <h3>Colours</h3>
      <ul role="list" className={styles.patches}>
        {tokens.filter(isColour).map(({ name, colour }) => (
          <li key={name}>
            <span className={styles.patch} style={{ background: `var(${name})` }} />
            <code>{name}</code> {colour ?? 'translucent'}
          </li>
        ))}
      </ul>
      <h3>Contrast</h3>
      <ul role="list" className={styles.patches}>
        {pairs.map(({ front, ground, ratio, least }) => (
          <li key={front + ground + least} data-short={ratio < least || undefined}>
            <span className={styles.pair} style={{ color: `var(${front})`, background: `var(${ground})` }}>
              Ag {ratio.toFixed(1)}
            </span>
            <code>
              {front} on {ground}
            </code>{' '}
            ≥ {least}
          </li>
        ))}
      </ul>
      <h3>Type</h3>
      {of(/^--(display|h\d|text-(?!print)|figure)/).map(({ name, written }) => (
        <p key={name} className={styles.line}>
          <span style={{ fontSize: `var(${name})` }}>Poster night</span> <code>{name}</code> {written}
        </p>
      ))}
      <h3>Space and lines</h3>
      {of(/^--(s\d+|section|gutter|control|target)$/).map(({ name, written }) => (
        <p key={name}>
          <span className={styles.bar} style={{ width: `var(${name})` }} /> <code>{name}</code> {written}
        </p>
      ))}
      {of(/^--(hairline|edge|dashed|rule)$/).map(({ name, written }) => (
        <p key={name} style={{ borderBottom: `var(${name})` }}>
          <code>{name}</code> {written}
        </p>
      ))}
      <h3>Faces, motion, layers, widths</h3>
      <dl className={styles.values}>
        {of(rest).map(({ name, written }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{written}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function isColour({ name }: TokenValue): boolean {
  return /^--(paper|bar$|veil|foreign|ink|error|good|code|accent|on-|focus|photo|line)/.test(name);
}

/** A custom property of :root as the sheet says it, and what it comes to in the theme of the place it is measured in. */
interface TokenValue {
  name: string;
  written: string;
}

function readTokens(): TokenValue[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const inLayers = rules.flatMap((rule) => (rule instanceof CSSLayerBlockRule ? [...rule.cssRules] : []));
  const roots = inLayers.filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root');
  return roots.flatMap((rule) =>
    rule instanceof CSSStyleRule
      ? [...rule.style]
          .filter((name) => name.startsWith('--') && !name.startsWith('--raw-'))
          .map((name) => ({ name, written: rule.style.getPropertyValue(name).trim() }))
      : [],
  );
}

/** The colour of a token in the theme around `place`, as #rrggbb; undefined for what is no opaque colour. */
function colourAt(place: HTMLElement, name: string): string | undefined {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  place.append(probe);
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(getComputedStyle(probe).color);
  probe.remove();
  if (!channels) return undefined;
  return `#${channels
    .slice(1)
    .map((channel) => Number(channel).toString(16).padStart(2, '0'))
    .join('')}`;
}
