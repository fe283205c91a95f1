/** The API of this game: odds of battles, and the companion to the cardboard game. */
import { json } from '../../lib/api';
import type { Schemas } from '../../lib/types';

export type BattleRequest = Schemas['BattleRequest'];
export type BattleOdds = Schemas['BattleOdds'];
export type CompanionState = Schemas['CompanionState'];
export type CompanionOrder = Schemas['CompanionOrder'];
export type CompanionOrders = Schemas['CompanionOrders'];
export type CompanionStep = Schemas['CompanionStep'];
export type CompanionResult = Schemas['CompanionResult'];
export type Remark = Schemas['Remark'];
export type Explanation = Schemas['Explanation'];
export type PendingBattle = Schemas['PendingBattle'];

function post<T>(path: string, body: unknown): Promise<T> {
  return json<T>(path, { method: 'POST', body, game: 'axisallies' });
}

export const odds = (body: Schemas['OddsRequest']) =>
  post<Schemas['OddsAnswer']>('/games/axisallies/odds', body);

/** Comments on a table: its turns in a few sentences, and why an order was given. */
export const comments = {
  turns: (table: string, since: number) =>
    json<Schemas['Commentary']>(`/tables/${encodeURIComponent(table)}/commentary?since=${since}`),
  why: (table: string, ply: number) =>
    json<Explanation>(`/tables/${encodeURIComponent(table)}/moves/${ply}/why`),
};

/** The companion. The server keeps nothing: every request brings its position. */
export const companion = {
  start: (body: Schemas['CompanionStart']) => post<CompanionState>('/companion/start', body),
  check: (body: Schemas['CompanionPosition']) => post<CompanionState>('/companion/check', body),
  plan: (body: Schemas['CompanionPlan']) => post<CompanionOrders>('/companion/plan', body),
  why: (body: Schemas['CompanionWhy']) => post<Explanation>('/companion/why', body),
  story: (body: Schemas['CompanionTurn']) => post<Schemas['CompanionStory']>('/companion/story', body),
  apply: (body: Schemas['CompanionApply']) => post<CompanionState>('/companion/apply', body),
  battle: (body: Schemas['CompanionBattle']) => post<CompanionState>('/companion/battle', body),
};
