import { isLocale, locales, overwriteGetLocale, type Locale } from '../paraglide/runtime';
import { recall, remember } from './storage';
import type { Text } from './types';
import { typeset } from './typeset';

function preferred(): Locale {
  const kept = recall<string | null>('language', null);
  if (isLocale(kept)) return kept;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return asked.find(isLocale) ?? 'en';
}

/** The language of the pages. Components that read it are updated when it changes. */
class Language {
  #current = $state<Locale>(preferred());

  get current(): Locale {
    return this.#current;
  }

  set current(locale: Locale) {
    this.#current = locale;
    remember('language', locale);
    document.documentElement.lang = locale;
  }
}

export const language = new Language();
export const languages = locales;

// Messages ask for the locale here, so they follow the rune above.
overwriteGetLocale(() => language.current);
document.documentElement.lang = language.current;

/** A text from the API in the language of the pages. */
export function say(text: Text | null | undefined): string {
  return typesetText(text?.[language.current] ?? text?.en ?? '');
}

/** Typesets a text that is not from our catalogues, as the language of the pages requires. */
export function typesetText(text: string): string {
  return language.current === 'fr' ? typeset(text) : text;
}
