/**
 * What the server says, in TypeScript: written from docs/api.md.
 * The only file to change when generated types (`npm run types`) take over.
 */

/** A text in both languages. */
export interface Text {
  en: string;
  fr: string;
}

export type Value = boolean | number | string;

/** A declared option of a game, or parameter of an agent. */
export interface Setting {
  name: string;
  kind: 'switch' | 'integer' | 'number' | 'choice' | 'text';
  default: Value | null;
  choices: (Value | { value: Value; title: Text })[] | null;
  low: number | null;
  high: number | null;
  title: Text;
  help: Text;
}

export interface Level {
  name: string;
  spec: string;
  title: Text;
  character: Text;
  help: Text;
}

export interface AgentFamily {
  name: string;
  help: Text;
  params: Setting[];
}

export interface Game {
  name: string;
  version: number;
  title: Text;
  blurb: Text;
  seats: { min: number; max: number };
  teams: number[][] | null;
  hidden: boolean;
  chance: boolean;
  ready: boolean;
  options: Setting[];
  levels: Level[];
  agents: AgentFamily[];
}

export interface Reason {
  key: string;
  data: Record<string, unknown>;
  text: Text;
}

export interface Candidate {
  move: string;
  value: number;
  visits?: number;
}

export interface Decision {
  move: string;
  value: number;
  agent: string;
  seconds: number;
  candidates: Candidate[];
  why: Reason | null;
}

export type SeatKind = 'person' | 'open' | 'program';

export interface SeatRequest {
  kind: SeatKind;
  name?: string;
  agent?: string;
}

export interface TableRequest {
  game: string;
  options: Record<string, Value>;
  lang: string;
  seats: SeatRequest[];
}

export interface Seat {
  seat: number;
  kind: SeatKind;
  name: string | null;
  agent: string | null;
  you: boolean;
}

export interface PlayedMove {
  seq: number;
  seat: number;
  move: string;
}

export interface Result {
  kind: 'win' | 'draw' | 'resigned';
  winners: number[];
  reason: Reason | null;
}

export interface Table<View = unknown> {
  id: string;
  game: string;
  version: number;
  options: Record<string, Value>;
  seq: number;
  seat: number | null;
  seats: Seat[];
  status: 'waiting' | 'playing' | 'over';
  to_move: number | null;
  thinking: boolean;
  created: string;
  turn_since: string | null;
  moves: PlayedMove[];
  legal: string[];
  view: View;
  scores: number[] | null;
  result: Result | null;
  seed_hash: string;
  seed: string | null;
  position: string;
  can: { move: boolean; takeback: boolean; hint: boolean; resign: boolean };
  next: string | null;
}

export interface Step<View = unknown> {
  ply: number;
  seat: number | null;
  move: string | null;
  position: string;
  view: View;
}

export interface Replay {
  table: Table;
  steps: Step[];
}

export interface Created {
  id: string;
  secrets: Record<string, string>;
  table: Table;
}

export interface Seated {
  secret: string;
  table: Table;
}

export interface Verification {
  ok: boolean;
  seed_matches: boolean;
  replay_matches: boolean;
  plies: number;
}

export interface Health {
  status: string;
  version: string;
  compiling: string | null;
}

export const errorCodes = [
  'not_found',
  'bad_request',
  'illegal_move',
  'not_your_turn',
  'out_of_date',
  'over',
  'forbidden',
  'seat_taken',
  'nothing_to_take_back',
  'unavailable',
] as const;

/** Codes of the API, and `unreachable` when no answer of the API came at all. */
export type ErrorCode = (typeof errorCodes)[number] | 'unreachable';

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  data: Record<string, unknown>;
}

/** What the WebSocket of a table says. */
export type LiveMessage =
  | { type: 'table'; table: Table }
  | { type: 'thinking'; seat: number; on: boolean }
  | { type: 'error'; error: ErrorBody }
  | { type: 'ping' };
