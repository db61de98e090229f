import { useEffect } from 'react';
import { useInBrowser } from '../../ui/use-in-browser.ts';
import { AdminShelves } from './admin-shelves.tsx';
import { FrameShelves } from './frame-shelves.tsx';
import { PublicShelves } from './public-shelves.tsx';
import { TokenTables } from './token-tables.tsx';
import * as styles from './ui.module.css';

export const meta = () => [{ title: 'The design system' }];

export default function DesignSystem() {
  // Measured and drawn in the browser, because the server reads no style sheet.
  const isThere = useInBrowser(() => true, false);
  useEffect(forceStates, []);
  // Opening panels scroll themselves into view, so the page goes back to its top.
  useEffect(() => {
    scrollTo(0, 0);
  }, [isThere]);
  return (
    <>
      <h1 className={styles.title}>The design system</h1>
      <div className={styles.themes}>
        {isThere &&
          (['light', 'dark'] as const).map((theme) => (
            <section key={theme} className={styles.theme} style={{ colorScheme: theme }} aria-label={theme}>
              <h2>{theme}</h2>
              <TokenTables />
              <PublicShelves theme={theme} />
              <FrameShelves />
              <AdminShelves />
            </section>
          ))}
      </div>
    </>
  );
}

const STATES = /:(hover|focus-visible|active)\b/g;
const USED = ':is(a, button, input, select, textarea)';

/** Lets `data-state` around something show how it looks while it is pointed at, focused or pressed. */
function forceStates(): () => void {
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
