import { Agent, request } from 'node:http';
import type { RunningSite } from './site.ts';

/** How many a second of `count` are answered, from the first that is sent to the last; everyone is connected before. */
export async function crowd(
  { url }: RunningSite,
  count: number,
  send: (agent: Agent) => Promise<unknown>,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  await Promise.all(Array.from({ length: count }, () => connect(url, agent)));
  const started = performance.now();
  await Promise.all(Array.from({ length: count }, () => send(agent)));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  return count / seconds;
}

function connect(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/healthz`, { agent }, (answer) => {
      answer.on('end', resolve).resume();
    });
    asked.on('error', reject).end();
  });
}
