/** What was published about the seed before the game; see docs/records.md. */
const HEAD = 'dogpark commitment 1\n';

/** The fingerprint of a seed, reckoned here; null where the browser cannot (without https). */
export async function fingerprint(seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(HEAD + seed));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// What this device was shown while a game was on: nobody can change that afterwards.
const KEY = 'dogpark.fingerprints';
const KEPT = 40;

function kept(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** Keeps the fingerprint of a game in progress; the first one that was shown counts. */
export function remember(table: string, commitment: string): void {
  const known = kept();
  if (known[table]) return;
  const all = Object.entries({ ...known, [table]: commitment }).slice(-KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all)));
}

export function remembered(table: string): string | null {
  return kept()[table] ?? null;
}
