import type { Page } from '@playwright/test';

/**
 * Words that stand apart for the eye alone, because of a margin or an icon: in the text itself nothing is between them, and a
 * screen reader reads '3 of 2' and '1 over' as '3 of 21 over'. Each as 'before|after'.
 */
export function findGluedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** A box of its own is read by itself, and so is what can be pressed. */
    const isApart = (element: Element) =>
      !/^(inline|contents)/.test(getComputedStyle(element).display) || element.matches('a, button, select, input');
    const hasWords = (element: Element, which: '::before' | '::after') =>
      /["'].*\S.*["']/.test(getComputedStyle(element, which).content);
    const within = (node: Node, ancestor: Node | null) => {
      const elements: Element[] = [];
      for (let at = node.parentElement; at && at !== ancestor; at = at.parentElement) elements.push(at);
      return elements;
    };
    const commonAncestor = (one: Node, other: Node) => {
      let at = one.parentElement;
      while (at && !at.contains(other)) at = at.parentElement;
      return at;
    };
    const boxOf = (node: Node, from: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + 1);
      return range.getBoundingClientRect();
    };

    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const isRead =
        parent?.checkVisibility({ visibilityProperty: true }) && !parent.closest('[aria-hidden=true], pre');
      if (node instanceof Text && node.data !== '' && isRead) texts.push(node);
    }
    return texts.flatMap((after, at) => {
      const before = texts[at - 1];
      if (!before || !/[\p{L}\p{N}]$/u.test(before.data) || !/^[\p{L}\p{N}]/u.test(after.data)) return [];
      const ancestor = commonAncestor(before, after);
      const [left, right] = [within(before, ancestor), within(after, ancestor)];
      if ([...left, ...right].some(isApart)) return [];
      if (left.some((one) => hasWords(one, '::after')) || right.some((one) => hasWords(one, '::before'))) return [];
      const between = document.createRange();
      between.setStartAfter(before);
      between.setEndBefore(after);
      if (between.cloneContents().querySelector('br')) return [];
      const [end, start] = [boxOf(before, before.length - 1), boxOf(after, 0)];
      const isOneWord = Math.abs(end.bottom - start.bottom) < end.height / 2 && start.left - end.right < 1.5;
      return isOneWord ? [] : [`${before.data.slice(-40)}|${after.data.slice(0, 40)}`];
    });
  });
}
