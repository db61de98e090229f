import { Hono } from 'hono';
import type { Site } from '../../site.ts';
import type { AppEnv } from '../../http/env.ts';
import { attestApp } from './attest.ts';
import { entriesApp } from './entries.ts';
import { formReceiverApp } from './form-receiver.ts';
import { createGate } from './form-gate.ts';

export function publicWritesApp(site: Site): Hono<AppEnv> {
  const gate = createGate(site);
  const app = new Hono<AppEnv>();
  for (const addresses of [attestApp(gate), entriesApp(site, gate), formReceiverApp(site, gate)]) {
    app.route('/', addresses);
  }
  return app;
}
