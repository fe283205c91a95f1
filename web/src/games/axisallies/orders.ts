import { spaces } from './geography';
import { powers, type Power } from './powers';
import type { UnitKind } from './units';

export type OrderKind =
  | 'end'
  | 'go_on'
  | 'as_usual'
  | 'research'
  | 'buy'
  | 'move'
  | 'raid'
  | 'drop'
  | 'sail'
  | 'load'
  | 'unload'
  | 'fight'
  | 'rocket'
  | 'lose'
  | 'retreat'
  | 'withdraw'
  | 'submerge'
  | 'place'
  | 'destroy';

/** How aircraft go where there are several ways. */
export type Way = 'straight' | 'around' | 'over neutrals';

/** An order that was read; fields that do not belong to its kind are null. */
export interface Order {
  text: string;
  kind: OrderKind;
  n: number;
  unit: UnitKind | null;
  from: string | null;
  via: string | null;
  to: string | null;
  way: Way;
  /** The number of a transport, and what is aboard. */
  row: number | null;
  cargo: string;
  power: Power | null;
}

/** Units as orders write them. */
export const shortUnits: Record<string, UnitKind> = {
  inf: 'infantry',
  arm: 'armor',
  ftr: 'fighter',
  bom: 'bomber',
  aa: 'aa_gun',
  factory: 'industrial_complex',
  bat: 'battleship',
  car: 'carrier',
  tra: 'transport',
  sub: 'submarine',
  mar: 'marine',
  des: 'destroyer',
};

const byName = new Map(spaces.map(([id, { en }]) => [en, id]));

const ship = 'tra (?<row>\\d+)(?: \\[(?<cargo>[^\\]]*)\\])?';
const way = '(?: (?<way>around|over neutrals))?';
const count = '(?<n>\\d+) (?<unit>[a-z]+)';
const forms: [OrderKind, RegExp][] = (
  [
    ['end', 'end'],
    ['go_on', 'go on'],
    ['as_usual', 'lose as usual'],
    ['research', 'research (?<n>\\d+)'],
    ['buy', `buy ${count}`],
    ['place', `place ${count} (?<to>.+)`],
    ['lose', `lose ${count}(?: (?<power>[a-z]+))?`],
    ['retreat', 'retreat(?: (?<to>.+))?'],
    ['withdraw', 'withdraw (?<n>\\d+) sub (?<to>.+)'],
    ['submerge', 'submerge (?<n>\\d+) sub'],
    ['fight', 'fight (?<to>.+)'],
    ['destroy', 'destroy (?<to>.+)'],
    ['rocket', 'rocket (?<from>[^>]+)>(?<to>[^>]+)'],
    ['raid', `raid ${count} (?<from>[^>]+)>(?<to>[^>]+?)${way}`],
    ['drop', `drop ${count} (?<from>[^>]+)>(?<to>[^>]+?)${way}`],
    ['load', `load ${count} (?<from>[^>]+)>${ship}`],
    ['unload', `unload ${count} ${ship}>(?<to>[^>]+)`],
    ['sail', `${ship} (?<from>[^>]+)>(?<to>[^>]+)`],
    ['move', `${count} (?<from>[^>]+?)(?:>(?<via>[^>]+))?>(?<to>[^>]+?)${way}`],
  ] as [OrderKind, string][]
).map(([kind, form]) => [kind, new RegExp(`^${form}$`)]);

/** An order as the server writes it; null for anything else. */
export function readOrder(text: string): Order | null {
  for (const [kind, form] of forms) {
    const found = form.exec(text)?.groups ?? (form.test(text) ? {} : null);
    if (!found) continue;
    const unit = found.unit ? shortUnits[found.unit] : undefined;
    const [from, via, to] = [found.from, found.via, found.to].map((name) =>
      name === undefined ? null : byName.get(name),
    );
    if ((found.unit && !unit) || from === undefined || via === undefined || to === undefined) continue;
    return {
      text,
      kind,
      n: Number(found.n ?? 0),
      unit: unit ?? (kind === 'sail' ? 'transport' : null),
      from,
      via,
      to,
      way: (found.way as Way | undefined) ?? 'straight',
      row: found.row === undefined ? null : Number(found.row),
      cargo: found.cargo ?? '',
      power: powers.find((power) => power === found.power) ?? null,
    };
  }
  return null;
}

const known = new Map<string, Order | null>();
const MANY = 20_000;

/** The same, remembering what was read: lists of legal orders are long and alike. */
export function orderOf(text: string): Order | null {
  let order = known.get(text);
  if (order === undefined) {
    if (known.size > MANY) known.clear();
    known.set(text, (order = readOrder(text)));
  }
  return order;
}

export function ordersOf(texts: string[]): Order[] {
  return texts.flatMap((text) => orderOf(text) ?? []);
}
