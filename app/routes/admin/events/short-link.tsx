import { useState } from 'react';
import { sayFailure } from '../../../ui/admin/toasts.tsx';
import { useCan } from '../../../ui/admin/role.ts';
import { Button } from '../../../ui/button.tsx';
import { QrCodeDialog } from '../../../ui/qr-code-dialog.tsx';
import { useSiteFacts } from '../../../ui/site-facts.ts';
import { useSend } from '../../../ui/use-send.ts';
import type { action } from './actions/short-link.ts';

/** Shows the event's short link, which it makes if there is none. */
export function ShortLink({ id }: { id: string }) {
  const { publicUrl } = useSiteFacts();
  const [slug, setSlug] = useState<string>();
  const sender = useSend<typeof action>((answer) => (answer.ok ? setSlug(answer.slug) : sayFailure(answer.error)), {
    action: `/admin/events/${encodeURIComponent(id)}/short-link`,
  });
  if (!useCan('change content')) return null;
  return (
    <>
      <Button quiet aria-disabled={sender.busy || undefined} onClick={() => sender.send()}>
        Short link
      </Button>
      {slug !== undefined && (
        <QrCodeDialog title="Short link" url={`${publicUrl}/go/${slug}`} onClose={() => setSlug(undefined)} />
      )}
    </>
  );
}
