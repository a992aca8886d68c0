import { expect, test } from 'vitest';
import { fingerprint } from './fair.ts';

test('the fingerprint is the one that the server publishes', async () => {
  // dogpark.kernel.seed.commitment("7")
  expect(await fingerprint('7')).toBe('bac1b9d9f772987e5436cd2d9b17dc8460d1fad5cac333175b7185ed20abe70b');
});
