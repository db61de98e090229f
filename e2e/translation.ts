import type { Page } from '@playwright/test';

/** Translates the page, and what appears on it from now on, as a browser does: other text nodes take the place of its own. */
export async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const NOT_SHOWN = 'script, style, noscript, option, title, textarea, svg, font';
    const swap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes = [root];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      for (const node of nodes) {
        if (
          !(node instanceof Text) ||
          !node.data.trim() ||
          !node.parentElement ||
          node.parentElement.closest(NOT_SHOWN)
        )
          continue;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = node.data;
        outer.append(inner);
        node.replaceWith(outer);
      }
    };
    swap(document.body);
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) swap(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}
