import { m } from '../paraglide/messages';

const words: Record<string, () => string> = {
  none: m.choice_none,
  ones: m.choice_ones,
  last: m.choice_last,
  others_lose: m.choice_others_lose,
  caller_gains: m.choice_caller_gains,
  random: m.choice_random,
  odds: m.choice_odds,
  careful: m.choice_careful,
  net: m.choice_net,
};

/** A choice of an option in words; as the API names it where there are none. */
export function choiceWords(choice: string): string {
  return words[choice]?.() ?? choice;
}
