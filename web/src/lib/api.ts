import {
  errorCodes,
  type AdviceRequest,
  type ArenaGame,
  type Created,
  type Decision,
  type ErrorCode,
  type Game,
  type Health,
  type Own,
  type Problem,
  type Replay,
  type Rules,
  type Seated,
  type Server,
  type Table,
  type TableRequest,
  type TournamentRequest,
  type TournamentState,
  type TournamentSummary,
  type TrainingRun,
  type Update,
  type Verification,
} from './types';

import { introduction } from './identity';

/** An error the server answered with, or no answer at all (`unreachable`). */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly data: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

interface Call {
  method?: 'GET' | 'POST';
  secret?: string;
  body?: unknown;
  signal?: AbortSignal;
}

async function answer(path: string, { method = 'GET', secret, body, signal }: Call): Promise<Response> {
  const headers: Record<string, string> = {};
  if (secret) headers['X-Seat-Secret'] = secret;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      ...(signal && { signal }),
    });
  } catch {
    throw new ApiError('unreachable', 'no answer from the server');
  }
  if (!response.ok) throw await failure(response);
  return response;
}

async function failure(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as { error: Problem };
    return new ApiError(known(error.code), error.message, error.data);
  } catch {
    // Not JSON of our server: a proxy answered for a server that is down, or it crashed.
    return new ApiError(response.status === 404 ? 'not_found' : 'unreachable', response.statusText);
  }
}

function known(code: string): ErrorCode {
  return errorCodes.find((ours) => ours === code) ?? 'bad_request';
}

/** Sends a request to the API and reads the answer. Games use it for their own routes, too. */
export async function json<T>(path: string, call: Call = {}): Promise<T> {
  const response = await answer(path, call);
  try {
    return (await response.json()) as T;
  } catch {
    throw new ApiError('unreachable', 'the answer of the server was cut off');
  }
}

function query(values: Record<string, string | number | null>): string {
  const given = Object.entries(values).filter(([, value]) => value !== null);
  return given.length ? `?${given.map(([name, value]) => `${name}=${value}`).join('&')}` : '';
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

const tournamentAt = (id: string) => `/arena/tournaments/${encodeURIComponent(id)}`;

export const api = {
  health: () => json<Health>('/health'),
  server: () => json<Server>('/server'),
  games: () => json<Game[]>('/games'),
  game: (name: string) => json<Game>(`/games/${encodeURIComponent(name)}`),
  rules: (name: string, lang: string) => json<Rules>(`/games/${encodeURIComponent(name)}/rules?lang=${lang}`),
  advice: (game: string, body: AdviceRequest) =>
    json<Decision>(`/games/${encodeURIComponent(game)}/advice`, { method: 'POST', body }),

  create: (body: TableRequest, secret?: string) =>
    json<Created>('/tables', { method: 'POST', body, ...(secret && { secret }) }),
  sit: (id: string, secret: string, seat: number, name: string | null) =>
    json<Seated>(`${at(id)}/seats/${seat}`, {
      method: 'POST',
      secret,
      body: { name, ...introduction(name) },
    }),
  table: (id: string, secret?: string) => json<Table>(at(id), { secret }),
  move: (id: string, secret: string, seq: number, move: string, signal: AbortSignal) =>
    json<Update>(`${at(id)}/moves`, { method: 'POST', secret, body: { seq, move }, signal }),
  takeback: (id: string, secret: string, seq: number, signal: AbortSignal) =>
    json<Update>(`${at(id)}/takeback`, { method: 'POST', secret, body: { seq }, signal }),
  resign: (id: string, secret: string, seq: number, signal: AbortSignal) =>
    json<Update>(`${at(id)}/resign`, { method: 'POST', secret, body: { seq }, signal }),
  /** What people do beside the game: requests and answers, stand-ins, claims. */
  act: (id: string, secret: string, path: string, body: object, signal: AbortSignal) =>
    json<Update>(`${at(id)}/${path}`, { method: 'POST', secret, body, signal }),
  say: async (id: string, secret: string, phrase: string) => {
    await answer(`${at(id)}/words`, { method: 'POST', secret, body: { phrase } });
  },
  hint: (id: string, secret: string, seconds: number) =>
    json<Decision>(`${at(id)}/hint`, { method: 'POST', secret, body: { agent: null, seconds } }),
  record: async (id: string, secret?: string) => (await answer(`${at(id)}/record`, { secret })).text(),
  /**
   * `seenBy`: the seat whose view is shown, null for everything. `plies`: which positions; by default the
   * first ones, as many as fit into one answer.
   */
  replay: (id: string, secret?: string, seenBy: number | null = null, plies: string | null = null) =>
    json<Replay>(`${at(id)}/replay${query({ seen_by: seenBy, plies })}`, { secret }),
  verify: (id: string) => json<Verification>(`${at(id)}/verify`, { method: 'POST' }),
  open: (record: string, seenBy: number | null = null, plies: string | null = null) =>
    json<Replay>('/records', { method: 'POST', body: { record, seen_by: seenBy, plies } }),

  me: (device: string, name: string | null) =>
    json<Own>('/people/me', { method: 'POST', body: { device, name } }),
  forgetMe: (device: string, tables: string[]) =>
    json<object>('/people/forget', { method: 'POST', body: { device, tables } }),
  offerTransfer: (bundle: string) =>
    json<{ code: string; seconds: number }>('/transfers', { method: 'POST', body: { bundle } }),
  fetchTransfer: (code: string) =>
    json<{ bundle: string }>(`/transfers/${encodeURIComponent(code)}`, { method: 'POST' }),

  arena: (game: string) => json<ArenaGame>(`/arena/games/${encodeURIComponent(game)}`),
  tournaments: () => json<TournamentSummary[]>('/arena/tournaments'),
  tournament: (id: string) => json<TournamentState>(tournamentAt(id)),
  startTournament: (body: TournamentRequest) =>
    json<TournamentState>('/arena/tournaments', { method: 'POST', body }),
  cancelTournament: (id: string) => json<TournamentState>(`${tournamentAt(id)}/cancel`, { method: 'POST' }),
  runs: () => json<TrainingRun[]>('/arena/runs'),
};
