/**
 * Types of the API: short names for those that `npm run types` generates, and what OpenAPI cannot express.
 */
import type { components } from '../api/api-types';

export type Schemas = components['schemas'];

/** A text in both languages. */
export type Text = Schemas['Words'];
/** A declared option of a game, or parameter of an agent. */
export type Setting = Schemas['Setting'];
export type Value = Setting['default'];
export type AgentFamily = Schemas['AgentFamily'];
export type Preset = Schemas['Preset'];
export type Game = Schemas['Game'];
export type Health = Schemas['Health'];
export type Rules = Schemas['Rules'];
export type Candidate = Schemas['Candidate'];
/** A move as data, in games whose moves have several parts. */
export type MoveData = Schemas['MoveData'];
export type Decision = Schemas['Decision'];
export type TableHint = Schemas['TableHint'];
export type AdviceRequest = Schemas['AdviceRequest'];
export type Seat = Schemas['Seat'];
export type SeatKind = Seat['kind'];
export type SeatRequest = Schemas['SeatRequest'];
export type TableRequest = Schemas['TableRequest'];
export type Table = Schemas['Table'];
export type PlayedMove = Schemas['PlayedMove'];
/** What has happened at a table since an event, and its state now. */
export type Update = Schemas['Update'];
export type Replay = Schemas['Replay'];
export type Created = Schemas['Created'];
export type Seated = Schemas['Seated'];
/** A program that plays for a person. */
export type StandIn = Schemas['StandIn'];
/** What a person asks of the others at a table. */
export type Asked = Schemas['Asked'];
export type ClockRequest = Schemas['ClockRequest'];
export type Verification = Schemas['Verification'];
export type Server = Schemas['Server'];
export type Problem = Schemas['Problem'];
/** What a server has stored about a person. */
export type Own = Schemas['Own'];
/** The tables that wait for people. */
export type Lobby = Schemas['Lobby'];
export type LobbyEntry = Schemas['LobbyEntry'];
export type LobbyRequest = Schemas['LobbyRequest'];
export type TableCode = Schemas['TableCode'];
export type ArenaGame = Schemas['ArenaGame'];
export type RatedPlayer = Schemas['RatedPlayer'];
export type PeopleAgainst = Schemas['PeopleAgainst'];
export type TournamentRequest = Schemas['TournamentRequest'];
export type TournamentSummary = Schemas['TournamentSummary'];
export type TournamentState = Schemas['TournamentState'];
export type TournamentResult = Schemas['TournamentResult'];
export type TrainingRun = Schemas['TrainingRun'];

export const errorCodes = [
  'not_found',
  'bad_request',
  'illegal_move',
  'not_your_turn',
  'out_of_date',
  'over',
  'paused',
  'still_here',
  'forbidden',
  'closed',
  'seat_taken',
  'seat_kept',
  'still_secret',
  'nothing_to_take_back',
  'unavailable',
  'too_many',
  'too_slow',
  'disk_full',
  'database_damaged',
  'database_read_only',
  'database_locked',
  'database_lost',
  'value_too_long',
  'wrong_host',
  'wrong_origin',
  'internal',
] as const;

/** The codes of the API, and `unreachable` where no answer came at all. */
export type ErrorCode = (typeof errorCodes)[number] | 'unreachable';

/** The first message of whoever follows a table: its secrets, and the last event it has seen. */
export type Hello = Schemas['Hello'];
/** A move in answer to the last event seen, on a table's WebSocket or as a request. */
export type MoveRequest = Schemas['MoveRequest'];
/** A message of a table's WebSocket. */
export type LiveMessage = Schemas['LiveMessage'];
