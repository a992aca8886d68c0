/**
 * What the page says, in the language of whoever reads it: `m['home.play_now']()`. Compiled from
 * `messages/*.json`; a message with a placeholder takes it by name: `m['table.turn_of']({ name })`.
 */
export { m } from './compiled/messages.js';
export { getLocale, locales, type Locale } from './compiled/runtime.js';
