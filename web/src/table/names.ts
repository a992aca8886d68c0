/** What people who share a device call their seats, kept on that device alone. */
const KEY = 'dogpark.names';
const KEPT = 20;

type Kept = Record<string, string[]>;

function all(): Kept {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
  } catch {
    return {};
  }
}

export function namesAt(table: string): string[] {
  return all()[table] ?? [];
}

export function nameSeats(table: string, names: string[]): void {
  const kept = Object.entries({ ...all(), [table]: names }).slice(-KEPT);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
}
