import { m } from '../paraglide/messages';
import { ApiError } from './api';
import type { ErrorCode } from './types';

const sentences: Record<ErrorCode, () => string> = {
  not_found: m.error_not_found,
  bad_request: m.error_bad_request,
  illegal_move: m.error_illegal_move,
  not_your_turn: m.error_not_your_turn,
  out_of_date: m.error_out_of_date,
  over: m.error_over,
  forbidden: m.error_forbidden,
  seat_taken: m.error_seat_taken,
  nothing_to_take_back: m.error_nothing_to_take_back,
  unavailable: m.error_unavailable,
  unreachable: m.error_unreachable,
};

export function codeOf(error: unknown): ErrorCode {
  return error instanceof ApiError ? error.code : 'unreachable';
}

/** What went wrong and what to do, in the language of the pages. */
export function sentence(error: unknown): string {
  return sentences[codeOf(error)]();
}
