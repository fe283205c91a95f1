import { language } from './language.svelte';

/** A number in the language of the pages, with a real minus sign. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(language.current, options).replace(/^-/, '−');
}
