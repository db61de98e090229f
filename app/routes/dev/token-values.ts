/** A custom property of :root as the sheet says it, and what it comes to in the theme of the place it is measured in. */
export interface TokenValue {
  name: string;
  written: string;
}

export function readTokens(): TokenValue[] {
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
export function colourAt(place: HTMLElement, name: string): string | undefined {
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
