import type {
  AdviceRequest,
  ArenaGame,
  Created,
  Decision,
  Game,
  Health,
  Lobby,
  MoveRequest,
  Own,
  Replay,
  Rules,
  Seated,
  Server,
  Table,
  TableCode,
  TableRequest,
  TournamentRequest,
  TournamentState,
  TournamentSummary,
  TrainingRun,
  Update,
  Verification,
} from './types';
import { introduction, device as ownSecret } from './identity';
import { device } from '../device';
import { request } from './places';
import { request as requestOf, server } from './server';
import { site } from './site';
import type { Call } from './transport';

export { ApiError } from './transport';

/** Sends a request to the API and reads the answer. Games use it for their own routes, too. */
export function json<T>(path: string, call: Omit<Call, 'path'> = {}): Promise<T> {
  return request<T>({ path, ...call });
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

  /** Creates a table on the server, or `here` on this device. */
  create: (body: TableRequest, secret: string, here: boolean) =>
    (here ? device : server).request<Created>({ path: '/tables', method: 'POST', body, secret }),
  /** Takes a seat. `part`: our part of the seed, null where the table is on this device. */
  sit: (id: string, secret: string, seat: number, name: string | null, part: string | null) =>
    json<Seated>(`${at(id)}/seats/${seat}`, {
      method: 'POST',
      secret,
      body: { name, ...introduction(name), ...(part && { part }) },
    }),
  sendPart: (id: string, secret: string, part: string) =>
    json<Table>(`${at(id)}/part`, { method: 'POST', secret, body: { part } }),
  setDoors: (id: string, secret: string, open: boolean) =>
    json<Table>(`${at(id)}/doors`, { method: 'POST', secret, body: { open } }),
  lobby: (game: string | null = null) => json<Lobby>(`/lobby${query({ game })}`),
  codeOf: (id: string, secret: string) => json<TableCode>(`${at(id)}/code`, { secret }),
  findCode: (code: string) => json<TableCode>(`/codes/${encodeURIComponent(code)}`),
  table: (id: string, secret?: string) => json<Table>(at(id), { secret }),
  move: (id: string, secret: string, seq: number, move: string, signal: AbortSignal) =>
    json<Update>(`${at(id)}/moves`, {
      method: 'POST',
      secret,
      body: { seq, move } satisfies MoveRequest,
      signal,
    }),
  takeback: (id: string, secret: string, seq: number, signal: AbortSignal) =>
    json<Update>(`${at(id)}/takeback`, { method: 'POST', secret, body: { seq }, signal }),
  resign: (id: string, secret: string, seq: number, signal: AbortSignal) =>
    json<Update>(`${at(id)}/resign`, { method: 'POST', secret, body: { seq }, signal }),
  /** What people do beside the game: requests and answers, stand-ins, claims. */
  act: (id: string, secret: string, path: string, body: object, signal: AbortSignal) =>
    json<Update>(`${at(id)}/${path}`, { method: 'POST', secret, body, signal }),
  say: (id: string, secret: string, phrase: string) =>
    json<string>(`${at(id)}/words`, { method: 'POST', secret, body: { phrase }, text: true }),
  hint: (id: string, secret: string, seconds: number) =>
    json<Decision>(`${at(id)}/hint`, { method: 'POST', secret, body: { agent: null, seconds } }),
  record: (id: string, secret?: string) => json<string>(`${at(id)}/record`, { secret, text: true }),
  /**
   * `seenBy`: the seat whose view is shown, null for everything. `plies`: which positions; by default the
   * first ones, as many as fit into one answer.
   */
  replay: (id: string, secret?: string, seenBy: number | null = null, plies: string | null = null) =>
    json<Replay>(`${at(id)}/replay${query({ seen_by: seenBy, plies })}`, { secret }),
  verify: (id: string) => json<Verification>(`${at(id)}/verify`, { method: 'POST' }),
  open: (record: string, seenBy: number | null = null, plies: string | null = null) =>
    json<Replay>('/records', { method: 'POST', body: { record, seen_by: seenBy, plies } }),
  /**
   * Stores the record of a finished game on the server. On its own pages, one played on a device counts for this
   * person; a site without a server tells the one it leads to nothing but the record.
   */
  handIn: (record: string) =>
    requestOf<Replay>(
      {
        path: '/records',
        method: 'POST',
        body: { record, keep: true, plies: '0', device: site.folder ? null : ownSecret() },
      },
      site.folder ? (site.server ?? '') : '',
    ),

  me: (device: string, name: string | null) =>
    json<Own>('/people/me', { method: 'POST', body: { device, name } }),
  forgetMe: (device: string, tables: string[]) =>
    json<object>('/people/forget', { method: 'POST', body: { device, tables } }),
  forgetMemories: (device: string) =>
    json<object>('/people/forget-memories', { method: 'POST', body: { device } }),
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
