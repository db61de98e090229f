const STATES = /:(hover|focus-visible|active)\b/g;
const USED = ':is(a, button, input, select, textarea)';

/** Lets `data-state` around something show how it looks while it is pointed at, focused or pressed. */
export function forceStates(): () => void {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].flatMap((rule) => forced(rule)));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

function forced(rule: CSSRule): string[] {
  if (rule instanceof CSSLayerBlockRule) {
    return [`@layer ${rule.name} { ${[...rule.cssRules].flatMap((inner) => forced(inner)).join('\n')} }`];
  }
  if (rule instanceof CSSMediaRule && rule.conditionText === '(hover: hover)') {
    return [...rule.cssRules].flatMap((inner) => forced(inner));
  }
  if (!(rule instanceof CSSStyleRule) || rule.selectorText.search(STATES) < 0) return [];
  const selector = rule.selectorText.replaceAll(STATES, (_, state: string) => `:is([data-state='${state}'] ${USED})`);
  return [`${selector} { ${rule.style.cssText} }`];
}
