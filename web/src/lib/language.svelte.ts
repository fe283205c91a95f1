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

/** The language of the pages. Reading it in a component makes the component follow a change. */
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

// Every message asks for the locale through this, so messages follow the rune above.
overwriteGetLocale(() => language.current);
document.documentElement.lang = language.current;

/** A text of the API in the language of the pages. */
export function say(text: Text | null | undefined): string {
  return tied(text?.[language.current] ?? text?.en ?? '');
}

/** A text from elsewhere with the punctuation of the language of the pages tied to its words. */
export function tied(text: string): string {
  return language.current === 'fr' ? typeset(text) : text;
}
