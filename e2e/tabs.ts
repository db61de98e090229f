import type { Locator, Page } from '@playwright/test';

export function tabsOf(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Admin area' });
}

/** The tab of this name: in the bar, or else in the menu 'More', which is opened. */
export async function findTab(page: Page, name: string): Promise<Locator> {
  const tabs = tabsOf(page);
  const link = tabs.getByRole('link', { name, exact: true });
  if (!(await link.isVisible())) await tabs.getByText('More', { exact: true }).click();
  return link;
}
