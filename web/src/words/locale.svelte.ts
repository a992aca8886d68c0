import { getLocale, setLocale, type Locale } from './compiled/runtime.js';

/** The language shown; the page draws itself anew when it changes. */
class Language {
  now = $state.raw<Locale>(getLocale());

  change(locale: Locale): void {
    void setLocale(locale, { reload: false });
    this.now = locale;
    document.documentElement.lang = locale;
  }
}

export const language = new Language();
export const LANGUAGES: Record<Locale, string> = { en: 'English', de: 'Deutsch', ja: '日本語' };
