import { toasts } from '../look/toast.svelte.ts';
import { m } from '../words/words.ts';

/** Passes an address of this page on: by the device's own way if it has one, else by copying. */
export async function share(path: string): Promise<void> {
  const url = location.origin + path;
  if (navigator.share) await navigator.share({ url }).catch(() => {});
  else {
    await navigator.clipboard.writeText(url);
    toasts.say(m['lobby.copied']());
  }
}
