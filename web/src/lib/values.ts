import { m } from '../paraglide/messages';
import { say } from './language.svelte';
import { numberText } from './numbers';
import type { Setting, Value } from './types';

/** A value in words: “yes”, “1000”, “points made and bid”. Specs give every value as text: `on`, `12`. */
export function valueWords(setting: Setting, value: Value | undefined): string {
  if (setting.kind === 'switch') return value === true || value === 'on' ? m.yes() : m.no();
  const choice = setting.choices?.find(({ name }) => name === value);
  if (choice) return say(choice.title);
  const isNumber = (setting.kind === 'integer' || setting.kind === 'number') && value !== undefined;
  return isNumber
    ? numberText(Number(value), { maximumFractionDigits: 6, useGrouping: false })
    : String(value ?? '');
}
