/** Orders for tests, from the text people write: the page itself gets them as data. */
import { shortUnits } from '../src/games/axisallies/fights';
import { spaces } from '../src/games/axisallies/geography';
import { orderOf, type Order, type OrderData, type OrderKind } from '../src/games/axisallies/orders';
import { powers } from '../src/games/axisallies/powers';
import type { UnitKind } from '../src/games/axisallies/units';

const kinds = Object.fromEntries(
  Object.entries(shortUnits).map(([kind, short]) => [short, kind as UnitKind]),
);
const always: Partial<Record<OrderKind, UnitKind>> = {
  sail: 'transport',
  withdraw: 'submarine',
  submerge: 'submarine',
};

/** `2 inf` aboard, all of one power. */
function cargoOf(text: string | undefined): OrderData['cargo'] {
  const found = /^(\d+) ([a-z]+)$/.exec(text ?? '');
  const kind = kinds[found?.[2] ?? ''];
  return found && kind ? { germany: { [kind]: Number(found[1]) } } : {};
}

const byName = new Map(spaces.map(([id, { en }]) => [en, id]));

const ship = 'tra (?<row>\\d+)(?: \\[(?<cargo>[^\\]]*)\\])?';
const way = '(?: (?<way>around|over neutrals))?';
const count = '(?<n>\\d+) (?<unit>[a-z]+)';
const forms: [OrderKind, RegExp][] = (
  [
    ['end', 'end'],
    ['go_on', 'go on'],
    ['lose_as_usual', 'lose as usual'],
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

/** The order of this text. */
export function read(text: string): Order {
  for (const [kind, form] of forms) {
    const found = form.exec(text)?.groups ?? (form.test(text) ? {} : null);
    if (!found) continue;
    const unit = found.unit ? kinds[found.unit] : undefined;
    const [from, via, to] = [found.from, found.via, found.to].map((name) =>
      name === undefined ? null : byName.get(name),
    );
    if ((found.unit && !unit) || from === undefined || via === undefined || to === undefined) continue;
    const data: OrderData = { kind };
    if (found.n) data.n = Number(found.n);
    if (unit ?? always[kind]) data.unit = unit ?? always[kind];
    if (from) data.from = from;
    if (via) data.via = via;
    if (to) data.to = to;
    if (found.way) data.way = found.way as OrderData['way'];
    if (found.row) data.row = Number(found.row);
    if (found.row) data.cargo = cargoOf(found.cargo);
    if (found.row) data.power = 'germany';
    if (kind === 'lose') data.power = powers.find((power) => power === found.power);
    return orderOf(data, text);
  }
  throw new Error(`${text} is no order`);
}

export const readAll = (texts: string[]): Order[] => texts.map(read);
