import { expect, test } from 'vitest';
import { createMemoryAdapter } from './memory-adapter.ts';

const MANY = 6000;

test('what anybody can begin pushes out nobody who has signed in', async () => {
  const adapter = createMemoryAdapter();
  const [sessions, codes, interactions] = ['Session', 'AuthorizationCode', 'Interaction'].map(adapter);
  await sessions?.upsert('mine', { uid: 'one', accountId: 'local-admin' }, 3600);
  await codes?.upsert('code', { accountId: 'local-admin', grantId: 'grant' }, 60);
  await interactions?.upsert('signed in', { result: { login: { accountId: 'local-admin' } } }, 3600);
  for (let number = 0; number < MANY; number++) {
    await sessions?.upsert(`session ${number}`, { uid: `${number}` }, 3600);
    await interactions?.upsert(`interaction ${number}`, { uid: `${number}` }, 3600);
  }
  expect(await sessions?.findByUid('one')).toMatchObject({ accountId: 'local-admin' });
  expect(await codes?.find('code')).toBeDefined();
  expect(await interactions?.find('signed in')).toBeDefined();
  expect(await interactions?.find('interaction 0')).toBeUndefined();
  expect(await interactions?.find(`interaction ${MANY - 1}`)).toBeDefined();
});

test('of the sign-ins under way the one that was not looked at for longest goes first', async () => {
  const interactions = createMemoryAdapter()('Interaction');
  await interactions.upsert('slow', { uid: 'slow' }, 3600);
  for (let number = 0; number < MANY; number++) {
    await interactions.upsert(`other ${number}`, {}, 3600);
    if (number % 1000 === 0) await interactions.find('slow');
  }
  expect(await interactions.find('slow')).toBeDefined();
  expect(await interactions.find('other 0')).toBeUndefined();
});

test('what is over is not found, and what is changed takes the place of what was', async () => {
  const interactions = createMemoryAdapter()('Interaction');
  await interactions.upsert('over', { uid: 'over' }, -1);
  expect(await interactions.find('over')).toBeUndefined();
  await interactions.upsert('one', { uid: 'one' }, 3600);
  await interactions.upsert('one', { uid: 'one', result: { login: { accountId: 'local-admin' } } }, 3600);
  expect(await interactions.findByUid('one')).toMatchObject({ result: { login: { accountId: 'local-admin' } } });
  await interactions.destroy('one');
  expect(await interactions.find('one')).toBeUndefined();
});
