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
  coeurs: m.choice_coeurs,
  classic: m.choice_classic,
  usual: m.choice_usual,
  hundred: m.choice_hundred,
  bonus: m.choice_bonus,
  made_and_bid: m.choice_made_and_bid,
  bid_only: m.choice_bid_only,
  trick_points: m.choice_trick_points,
  scores: m.choice_scores,
  exact: m.choice_exact,
  full: m.choice_full,
  some: m.choice_some,
  little: m.choice_little,
  'bids.table': m.choice_bids_table,
  'bids.random': m.choice_bids_random,
  'bids.sampled': m.choice_bids_sampled,
  'bids.plain': m.choice_bids_plain,
  uniform: m.choice_uniform,
  weighted: m.choice_weighted,
  'length.1': () => m.choice_deals({ count: 1 }),
  'length.2': () => m.choice_deals({ count: 2 }),
  'length.4': () => m.choice_deals({ count: 4 }),
  'length.8': () => m.choice_deals({ count: 8 }),
  'length.12': () => m.choice_deals({ count: 12 }),
  'slam.none': m.choice_slam_none,
};

/** A choice of an option in words, which may be this option's own; as the API names it where there are none. */
export function choiceWords(choice: string, option: string): string {
  return (words[`${option}.${choice}`] ?? words[choice])?.() ?? choice;
}

const agents: Record<string, () => string> = {
  random: m.agent_random,
  alphabeta: m.agent_alphabeta,
  uct: m.agent_mcts,
  mcts: m.agent_mcts,
  ismcts: m.agent_ismcts,
  montecarlo: m.agent_montecarlo,
  net: m.agent_net,
  solver: m.agent_solver,
  scores: m.agent_scores,
};

/** A family of programs in words; as the API names it where there are none. */
export function agentWords(name: string): string {
  return agents[name]?.() ?? name;
}
