/** Orders as the server sends them: as data, each with its text. */
import type { Schemas, Table } from '../../lib/types';
import { powers, type Power } from './powers';
import type { UnitKind } from './units';
import { kindsOf, powerOf, viewOf, type Load, type Ship } from './war';

export type OrderData = Schemas['axisallies.MoveData'];
export type OrderKind = OrderData['kind'];
/** The route of aircraft, where there are several. */
export type Way = 'straight' | NonNullable<OrderData['way']>;

/** An order; fields that do not belong to its kind are null. */
export interface Order {
  text: string;
  /** As the server sends it. */
  data: OrderData;
  kind: OrderKind;
  n: number;
  unit: UnitKind | null;
  from: string | null;
  via: string | null;
  to: string | null;
  way: Way;
  /** The number of a transport, and what is aboard. */
  row: number | null;
  cargo: Load;
  /** Whose units are lost, or whose transport it is. */
  power: Power | null;
}

/** The fields an order must have; others may be anything. */
export type OrderPattern = Partial<Omit<Order, 'text' | 'data' | 'cargo'>>;

/** An order with all its fields. */
export function orderOf(data: OrderData, text = ''): Order {
  return {
    text,
    data,
    kind: data.kind,
    n: data.n ?? 0,
    unit: data.unit ?? null,
    from: data.from ?? null,
    via: data.via ?? null,
    to: data.to ?? null,
    way: data.way ?? 'straight',
    row: data.row ?? null,
    cargo: data.cargo ?? {},
    power: data.power ?? null,
  };
}

type Legal = Pick<Table, 'game' | 'view' | 'legal' | 'legal_data'>;
const known = new WeakMap<Legal, Order[]>();

/**
 * The legal orders of a table. The server sends orders as one that only differ in their target or their
 * number.
 */
export function ordersOf(table: Legal): Order[] {
  let orders = known.get(table);
  if (!orders) {
    const view = viewOf(table);
    const aboard = new Map(view.ships.map((ship) => [ship.row, loadOf(ship)]));
    orders = (table.legal_data ?? [])
      .filter(isEntry)
      .flatMap(singles)
      .map((data, i): Order => {
        const order = orderOf(data, table.legal[i]);
        if (order.row === null) return order;
        const [cargo, power] = [aboard.get(order.row) ?? {}, powerOf(view.power)];
        return { ...order, data: { ...data, cargo, power }, cargo, power };
      });
    known.set(table, orders);
  }
  return orders;
}

type Entry = Schemas['axisallies.LegalData'];

function isEntry(entry: Schemas['LegalData']): entry is Entry {
  return 'kind' in entry;
}

function singles({ n, most, to, ...alike }: Entry): OrderData[] {
  const numbers = n === undefined ? [n] : Array.from({ length: (most ?? n) - n + 1 }, (_, i) => n + i);
  return (to ?? [undefined]).flatMap((space) =>
    numbers.map((number) => ({ ...alike, n: number, to: space })),
  );
}

/** A legal order by its text. */
export function legalOrder(table: Legal, text: string): Order | null {
  return ordersOf(table).find((order) => order.text === text) ?? null;
}

/** A move that was played or advised; null where it is not an order. */
export function playedOrder(data: Schemas['MoveData'] | null | undefined, text = ''): Order | null {
  return data && isOrder(data) ? orderOf(data, text) : null;
}

function isOrder(data: Schemas['MoveData']): data is OrderData {
  return 'kind' in data;
}

/** Whether an order fits a pattern. */
export function isLike(order: Order, pattern: OrderPattern): boolean {
  const { kind, n, unit, from, via, to, way, row, power } = order;
  const own = { kind, n, unit, from, via, to, way, row, power };
  return Object.entries(own).every(([field, value]) => {
    const asked: unknown = pattern[field as keyof OrderPattern];
    return asked === undefined || asked === value;
  });
}

/** The cargo of a transport, by owner. */
export function loadOf({ cargo }: Pick<Ship, 'cargo'>): Load {
  const load: Load = {};
  for (const { power, kind } of cargo) {
    const army = (load[powerOf(power)] ??= {});
    army[kind] = (army[kind] ?? 0) + 1;
  }
  return load;
}

/** A key that is the same for equal cargoes. */
export const loadKey = (load: Load): string =>
  powers.flatMap((power) => kindsOf(load[power]).map(([kind, n]) => `${n} ${kind} ${power}`)).join(', ');
