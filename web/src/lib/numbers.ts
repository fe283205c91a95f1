import { language } from './language.svelte';

/** A number as people write it, with a real minus. */
export function numberText(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(language.current, options).replace(/^-/, '−');
}
