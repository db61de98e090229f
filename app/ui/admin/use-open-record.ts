import { useState } from 'react';
import type { OpenDialog } from './dialog-address.ts';

/** As it was when it was opened: what others save or remove meanwhile does not change the dialog. */
export function useOpenRecord<Row extends { key: string }>(
  rows: readonly Row[],
  dialog: OpenDialog | undefined,
): Row | undefined {
  const key = dialog?.kind === 'edit' ? dialog.key : undefined;
  const [opened, setOpened] = useState<Row>();
  if (opened && opened.key !== key) setOpened(undefined);
  if (opened?.key === key) return opened;
  const found = rows.find((row) => row.key === key);
  if (found) setOpened(found);
  return found;
}
