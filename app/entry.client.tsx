import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { prepareForm } from './routes/events/late-form.ts';
import { inBackground } from './ui/in-background.ts';

async function start(): Promise<void> {
  await prepareForm();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

inBackground(start());
