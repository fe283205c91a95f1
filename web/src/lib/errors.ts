import { m } from '../paraglide/messages';
import { ApiError } from './api';
import { say } from './language.svelte';
import type { ErrorCode, Text } from './types';

const sentences: Record<ErrorCode, () => string> = {
  not_found: m.error_not_found,
  bad_request: m.error_bad_request,
  illegal_move: m.error_illegal_move,
  not_your_turn: m.error_not_your_turn,
  out_of_date: m.error_out_of_date,
  over: m.error_over,
  paused: m.error_paused,
  still_here: m.error_still_here,
  forbidden: m.error_forbidden,
  closed: m.error_closed,
  seat_taken: m.error_seat_taken,
  seat_kept: m.error_seat_kept,
  still_secret: m.error_still_secret,
  nothing_to_take_back: m.error_nothing_to_take_back,
  unavailable: m.error_unavailable,
  too_many: m.error_too_many,
  too_slow: m.error_unreachable,
  disk_full: m.error_disk_full,
  database_damaged: m.error_database_damaged,
  database_read_only: m.error_database_read_only,
  database_locked: m.error_database_locked,
  database_lost: m.error_database_lost,
  value_too_long: m.error_value_too_long,
  wrong_host: m.error_wrong_address,
  wrong_origin: m.error_wrong_address,
  internal: m.error_internal,
  unreachable: m.error_unreachable,
};

export function codeOf(error: unknown): ErrorCode {
  return error instanceof ApiError ? error.code : 'unreachable';
}

/** Says what went wrong and what to do, in the language of the pages. */
export function sentence(error: unknown): string {
  // The game may have sent a better sentence, in both languages.
  const told = error instanceof ApiError ? (error.data.sentence as Text | undefined) : undefined;
  if (told) return say(told);
  return sentences[codeOf(error)]();
}

const transient: ErrorCode[] = ['unreachable', 'unavailable', 'too_many', 'database_locked', 'database_lost'];

/** Whether the same request may succeed a little later. */
export function isTransient(code: ErrorCode | null): boolean {
  return code !== null && transient.includes(code);
}
