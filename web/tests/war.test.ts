import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { fightAt, restOf, shortUnits } from '../src/games/axisallies/fights';
import { spaces } from '../src/games/axisallies/geography';
import {
  chosen,
  convoysIn,
  firstPicks,
  movable,
  nextOrder,
  planTo,
  spacesToMove,
  targetsOf,
  waysOf,
  type Intent,
} from '../src/games/axisallies/moving';
import { Chronicle, lossWords, newsWords, placeOf } from '../src/games/axisallies/news';
import { legalOrder, loadOf, ordersOf, playedOrder } from '../src/games/axisallies/orders';
import { aloftWords, oddsBadge, orderWords, percent } from '../src/games/axisallies/phrases';
import { fitting, placesOf } from '../src/games/axisallies/placing';
import { plotOf } from '../src/games/axisallies/plot';
import { forSale, purchase } from '../src/games/axisallies/shop';
import { boardKinds, priceOf, type BattleView, type Ship, type WarView } from '../src/games/axisallies/war';
import { headline, statusOf } from '../src/lib/names';
import type { BattleOdds } from '../src/games/axisallies/api';
import type { Schemas } from '../src/lib/types';
import { read, readAll } from './order-texts';

vi.mock('../src/lib/language.svelte', () => ({
  say: (text: { en: string }) => text.en,
  language: { current: 'en' },
}));

const board = JSON.parse(readFileSync('../partie/games/axisallies/rules/board.json', 'utf-8')) as {
  units: { id: string; attack: number; defence: number; move: number }[];
  spaces: { id: string; en: string; owner?: string; setup?: WarView['units'][string] }[];
};
const powers = ['ussr', 'germany', 'uk', 'japan', 'usa'];

/** The world as it begins, Germany to move. */
function start(more: Partial<WarView> = {}): WarView {
  const owners = Object.fromEntries(
    board.spaces.flatMap(({ id, owner }) =>
      owner ? [[id, owner === 'neutral' ? null : powers.indexOf(owner)]] : [],
    ),
  );
  const units = Object.fromEntries(board.spaces.flatMap(({ id, setup }) => (setup ? [[id, setup]] : [])));
  return {
    board: 'world',
    sides: ['allies', 'axis', 'allies', 'axis', 'allies'],
    capitals: ['russia', 'germany', 'united-kingdom', 'japan', 'eastern-usa'],
    sold: ['infantry', 'armor', 'fighter', 'transport', 'submarine'],
    round: 1,
    power: 1,
    phase: 'combat_move',
    deciding: 1,
    cash: [24, 32, 30, 25, 36],
    production: [24, 32, 30, 25, 36],
    techs: [[], [], [], [], []],
    owners,
    units,
    movable: {},
    aloft: [],
    prices: [3, 5, 12, 15, 5, 15, 24, 18, 8, 8, 4, 8],
    strengths: board.units.map(({ attack, defence, move }) => [attack, defence, move]),
    bought: {},
    placeable: {},
    ships: [],
    pending: [],
    battle: null,
    dice: null,
    scorch: null,
    history: [[24, 32, 30, 25, 36]],
    victory: null,
    ...more,
  };
}

function ship(row: number, zone: string, cargo: Ship['cargo'] = []): Ship {
  return { row, owner: 1, zone, cargo, left: 2, can_unload: true, fought: false };
}

describe('kinds and spaces', () => {
  it('are those of the boards', () => {
    const kinds = [...board.units.map(({ id }) => id), 'artillery'];
    expect(boardKinds).toEqual(kinds);
    expect(spaces.map(([id, { en }]) => [id, en])).toEqual(
      expect.arrayContaining(board.spaces.map(({ id, en }) => [id, en])),
    );
    expect(Object.keys(shortUnits)).toEqual(kinds);
  });
});

describe('orders', () => {
  const legal: Schemas['axisallies.LegalData'][] = [
    { kind: 'end' },
    {
      kind: 'move',
      n: 1,
      most: 2,
      unit: 'infantry',
      from: 'germany',
      to: ['eastern-europe', 'southern-europe'],
    },
    { kind: 'move', n: 1, unit: 'bomber', from: 'germany', to: ['russia'], way: 'around' },
    { kind: 'sail', unit: 'transport', from: 'sz-baltic', to: ['sz-united-kingdom'], row: 3 },
  ];
  const cargo: Ship['cargo'] = [{ power: 1, kind: 'infantry', landing: null }];
  const table = {
    game: 'axisallies',
    view: start({ ships: [ship(3, 'sz-baltic', cargo)] }),
    legal: ['end', '1 a', '2 a', '1 b', '2 b', 'bom', 'tra 3'],
    legal_data: legal,
  };

  it('come as data, several as one, in the order of their texts', () => {
    expect(ordersOf(table).map(({ text, kind, n, to, way }) => [text, kind, n, to, way])).toEqual([
      ['end', 'end', 0, null, 'straight'],
      ['1 a', 'move', 1, 'eastern-europe', 'straight'],
      ['2 a', 'move', 2, 'eastern-europe', 'straight'],
      ['1 b', 'move', 1, 'southern-europe', 'straight'],
      ['2 b', 'move', 2, 'southern-europe', 'straight'],
      ['bom', 'move', 1, 'russia', 'around'],
      ['tra 3', 'sail', 0, 'sz-united-kingdom', 'straight'],
    ]);
    expect(ordersOf(table)).toBe(ordersOf(table));
    expect(ordersOf({ ...table, legal: [], legal_data: null })).toEqual([]);
  });

  it('know what their transport has aboard', () => {
    const sail = legalOrder(table, 'tra 3');
    expect(sail).toMatchObject({ row: 3, cargo: { germany: { infantry: 1 } }, power: 'germany' });
    expect(orderWords(sail!)).toContain('1 infantry');
    expect(legalOrder(table, 'tra 4')).toBeNull();
    expect(loadOf({ cargo: [] })).toEqual({});
  });

  it('that were played are data, too', () => {
    expect(playedOrder({ kind: 'buy', n: 4, unit: 'infantry' })).toMatchObject({
      kind: 'buy',
      n: 4,
      to: null,
    });
    expect(playedOrder(null)).toBeNull();
  });

  it('name whose the cargo is where it is not the owner’s', () => {
    const cargo = { uk: { infantry: 1 }, usa: { infantry: 1 } };
    const data = { kind: 'sail', row: 3, from: 'sz-baltic', to: 'sz-spain', cargo, power: 'usa' } as const;
    expect(orderWords(playedOrder(data)!)).toContain('1 infantry (United Kingdom), 1 infantry)');
  });

  it('are put into words', () => {
    expect(orderWords(read('3 inf Germany>Eastern Europe'))).toBe('3 infantry: Germany → Eastern Europe');
    expect(orderWords(read('tra 3 [2 inf] Central Mediterranean>Eastern Mediterranean'))).toContain(
      '2 infantry',
    );
    expect(orderWords(read('1 arm Libya>French Equatorial Africa>Anglo-Egypt Sudan'))).toContain(
      'via French Equatorial Africa',
    );
  });

  it('are phrased so that “Try:” can precede them', () => {
    const said = (text: string) => orderWords(read(text));
    expect(said('buy 4 inf')).toBe('buy 4 infantry');
    expect(said('retreat')).toBe('break off the attack');
    expect(said('submerge 2 sub')).toBe('submerge 2 submarines');
    expect(said('withdraw 1 sub Baltic Sea')).toBe('withdraw 1 submarine: Baltic Sea');
    // Nothing in the third person, in either language.
    const [en, fr] = ['en', 'fr'].map((language) => {
      const file = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
      return Object.values(file.axisallies_order[0].match as Record<string, string>);
    });
    const conjugated = /^(buys|boards|lands|loses|places|destroys|goes)\b/;
    expect(en!.filter((words) => conjugated.test(words))).toEqual([]);
    const verbs = fr!.map((words) => words.split(' ')[0]!).filter((word) => /^[a-zé]{4,}$/.test(word));
    const nouns = ['raid', 'transport'];
    expect(verbs.filter((verb) => !/(er|ir|re)$/.test(verb) && !nouns.includes(verb))).toEqual([]);
  });
});

describe('moving', () => {
  const view = start({ movable: { ukraine: { infantry: 3, armor: 2, fighter: 1 } } });
  const orders = readAll([
    'end',
    '1 inf Ukraine S.S.R.>Caucasus',
    '2 inf Ukraine S.S.R.>Caucasus',
    '3 inf Ukraine S.S.R.>Caucasus',
    '1 arm Ukraine S.S.R.>Caucasus',
    '2 arm Ukraine S.S.R.>Caucasus',
    '1 arm Ukraine S.S.R.>Caucasus>Russia',
    '1 arm Ukraine S.S.R.>Eastern Europe>Caucasus',
    '1 ftr Ukraine S.S.R.>Russia',
    '1 ftr Ukraine S.S.R.>Russia around',
    '1 inf Germany>Western Europe',
  ]);

  it('knows what can move and where', () => {
    expect(movable(orders, view, 'ukraine')).toEqual({ infantry: 3, armor: 2, fighter: 1 });
    expect([...spacesToMove(orders, view)].sort()).toEqual(['germany', 'ukraine']);
    const picks = firstPicks({ infantry: 3, armor: 2, fighter: 1 }, []);
    expect(picks.units).toEqual({ infantry: 3, armor: 2 });
    expect(targetsOf(orders, view, 'ukraine', picks).sort()).toEqual(['caucasus', 'russia']);
    expect(targetsOf(orders, view, 'ukraine', { units: { infantry: 1 }, convoys: {} })).toEqual(['caucasus']);
    expect(firstPicks({ fighter: 2 }, []).units).toEqual({ fighter: 2 });
  });

  it('takes as many as can go', () => {
    const plan = planTo(orders, view, 'ukraine', 'caucasus', {
      units: { infantry: 2, armor: 2 },
      convoys: {},
    });
    expect(plan.army).toEqual({ infantry: 2, armor: 2 });
    expect(plan.questions).toEqual([]);
    expect(plan.intents.map((intent) => nextOrder(intent, orders, view)?.text)).toEqual([
      '2 inf Ukraine S.S.R.>Caucasus',
      '2 arm Ukraine S.S.R.>Caucasus',
    ]);
  });

  it('asks for the route where it matters', () => {
    expect(waysOf(orders, view, 'armor', 'ukraine', 'caucasus')).toEqual([
      { kind: 'move', via: null, way: 'straight' },
    ]);
    const plan = planTo(orders, view, 'ukraine', 'russia', { units: { fighter: 1 }, convoys: {} });
    expect(plan.questions).toHaveLength(1);
    const [question] = plan.questions;
    expect(question!.ways.map(({ way }) => way)).toEqual(['around', 'straight']);
    const straight = chosen(plan, 'fighter', question!.ways[1]!);
    expect(nextOrder(straight.intents[0]!, orders, view)?.text).toBe('1 ftr Ukraine S.S.R.>Russia');
    expect(straight.questions).toEqual([]);
  });

  it('does not go where it may not', () => {
    expect(planTo(orders, view, 'ukraine', 'japan', { units: { infantry: 3 }, convoys: {} }).intents).toEqual(
      [],
    );
    expect(nextOrder({ do: 'give', order: { kind: 'fight', to: 'russia' } }, orders, view)).toBeNull();
  });
});

describe('transports', () => {
  it('that are equal form one convoy', () => {
    const view = start({ ships: [ship(0, 'sz-baltic'), ship(1, 'sz-baltic'), ship(2, 'sz-central-med')] });
    expect(convoysIn(view, 'sz-baltic')).toMatchObject([{ count: 2, load: {} }]);
    const orders = readAll(['tra 0 Baltic Sea>North Sea and British waters']);
    const key = convoysIn(view, 'sz-baltic')[0]!.key;
    const plan = planTo(orders, view, 'sz-baltic', orders[0]!.to!, { units: {}, convoys: { [key]: 2 } });
    const first = nextOrder(plan.intents[0]!, orders, view);
    expect(first?.rest).toMatchObject({ do: 'sail', n: 1 });
  });

  it('load as much as fits', () => {
    const view = start({
      ships: [ship(4, 'sz-central-med')],
      movable: { 'southern-europe': { infantry: 2, armor: 1 } },
    });
    const orders = readAll([
      'load 1 inf Southern Europe>tra 4',
      'load 2 inf Southern Europe>tra 4',
      'load 1 arm Southern Europe>tra 4',
    ]);
    const all = { units: { infantry: 2, armor: 1 }, convoys: {} };
    expect(targetsOf(orders, view, 'southern-europe', all)).toEqual(['sz-central-med']);
    const plan = planTo(orders, view, 'southern-europe', 'sz-central-med', all);
    expect(plan.intents).toEqual([
      { do: 'load', unit: 'infantry', n: 2, from: 'southern-europe', zone: 'sz-central-med' },
    ]);
    expect(nextOrder(plan.intents[0]!, orders, view)).toEqual({
      text: 'load 2 inf Southern Europe>tra 4',
      rest: null,
    });
  });

  it('continue with the next ship when one is full', () => {
    const view = start({ ships: [ship(4, 'sz-central-med'), ship(5, 'sz-central-med')] });
    const intent: Intent = {
      do: 'load',
      unit: 'infantry',
      n: 3,
      from: 'southern-europe',
      zone: 'sz-central-med',
    };
    const orders = readAll(['load 1 inf Southern Europe>tra 4', 'load 2 inf Southern Europe>tra 4']);
    const first = nextOrder(intent, orders, view)!;
    expect(first.text).toBe('load 2 inf Southern Europe>tra 4');
    const later = readAll(['load 1 inf Southern Europe>tra 5']);
    expect(nextOrder(first.rest!, later, view)).toEqual({
      text: 'load 1 inf Southern Europe>tra 5',
      rest: null,
    });
  });

  it('land what they carry', () => {
    const cargo = [1, 2].map(() => ({ power: 1, kind: 'infantry' as const, landing: null }));
    const view = start({ ships: [ship(4, 'sz-east-med', cargo)] });
    const orders = readAll([
      'unload 1 inf tra 4 [2 inf]>Anglo-Egypt Sudan',
      'unload 2 inf tra 4 [2 inf]>Anglo-Egypt Sudan',
    ]);
    const key = convoysIn(view, 'sz-east-med')[0]!.key;
    const plan = planTo(orders, view, 'sz-east-med', 'anglo-egypt-sudan', {
      units: {},
      convoys: { [key]: 1 },
    });
    expect(plan.army).toEqual({ infantry: 2 });
    expect(nextOrder(plan.intents[0]!, orders, view)?.text).toBe(
      'unload 2 inf tra 4 [2 inf]>Anglo-Egypt Sudan',
    );
  });
});

describe('fights', () => {
  it('count what has been sent and what defends', () => {
    const view = start();
    expect(fightAt(view, 'caucasus', { infantry: 3, armor: 2 }, null)).toMatchObject({
      text: '3 inf, 2 arm -> 5 inf',
      sea: false,
      landing: null,
      aa: false,
    });
    view.units = { ...view.units, caucasus: { ...view.units.caucasus, germany: { infantry: 1 } } };
    expect(fightAt(view, 'caucasus', { infantry: 3 }, null)?.text).toBe('4 inf -> 5 inf');
    expect(fightAt(view, 'eastern-europe', { infantry: 3 }, null)).toBeNull();
    expect(fightAt(view, 'turkey', { infantry: 3 }, null)).toBeNull();
    expect(fightAt(view, 'karelia', { bomber: 1 }, null)).toMatchObject({ aa: true });
  });

  it('know landings and who bombards', () => {
    const cargo = [{ power: 1, kind: 'infantry' as const, landing: 'anglo-egypt-sudan' }];
    const view = start({ ships: [ship(0, 'sz-east-med', cargo)] });
    view.units = { ...view.units, 'sz-east-med': { germany: { battleship: 1, transport: 1 } } };
    expect(fightAt(view, 'anglo-egypt-sudan', { armor: 1 }, null)).toMatchObject({
      text: '1 inf, 1 arm -> 1 inf, 1 arm',
      landing: 1,
    });
  });

  it('at sea need somebody to fight', () => {
    const view = start();
    expect(fightAt(view, 'sz-west-med', { battleship: 1 }, null)).toMatchObject({ sea: true });
    expect(fightAt(view, 'sz-angola', { battleship: 1 }, null)).toBeNull();
  });

  it('go on with what is left', () => {
    const battle = {
      kind: 'land',
      attackers: { germany: { infantry: 2, armor: 1 } },
      defenders: { ussr: { infantry: 3 } },
      doomed: { ussr: { infantry: 1 } },
      hits: 1,
      choices: { germany: { infantry: 2, armor: 1 } },
    } as unknown as BattleView;
    expect(restOf(start(), battle)?.text).toBe('1 inf, 1 arm -> 2 inf');
    expect(restOf(start(), { ...battle, defenders: {} })).toBeNull();
  });

  it('are put into a few words', () => {
    const odds = { take: 0.784, word: 'good' } as BattleOdds;
    expect(oddsBadge(odds)).toBe('attack 78%');
    expect(oddsBadge(odds, true)).toBe('attack 78%, good');
    expect(oddsBadge({ ...odds, take: 1, word: 'blitz' })).toBe('blitz');
    expect([percent(0.999), percent(0.001), percent(1), percent(0)]).toEqual(['99%', '1%', '100%', '0%']);
  });
});

describe('aircraft that must land', () => {
  it('are named with where they are', () => {
    expect(
      aloftWords([
        { space: 'ukraine', kind: 'fighter', count: 2, goals: ['germany'] },
        { space: 'karelia', kind: 'bomber', count: 1, goals: ['germany'] },
      ]),
    ).toBe('2 fighters over Ukraine S.S.R. and 1 bomber over Karelia S.S.R.');
  });
});

describe('the end of a war', () => {
  const seats = ['U.S.S.R.', 'Germany', 'United Kingdom', 'Japan', 'United States'].map((en, seat) => ({
    seat,
    kind: 'program' as const,
    name: `Ferdinand ${seat}`,
    agent: 'greedy',
    you: seat === 1,
    kept_for: null,
    title: { en, fr: en },
  }));

  it('names the side and its powers, not the players', () => {
    const table = {
      seats,
      status: 'over' as const,
      to_move: null,
      thinking: false,
      paused: false,
      result: {
        kind: 'resigned' as const,
        winners: [0, 2, 4],
        reason: null,
        side: { en: 'The Allies', fr: 'Les Alliés' },
      },
    };
    expect(headline(table)).toBe('The Allies win: U.S.S.R., United Kingdom, and United States');
    expect(statusOf({ ...table, status: 'playing', to_move: 2 })).toContain('United Kingdom');
  });
});

describe('news', () => {
  const tell = (
    chronicle: Chronicle,
    move: string,
    before: WarView | null = null,
    after: WarView | null = null,
    seat = 1,
    ply = 0,
  ) => chronicle.tell({ seat, order: read(move), ply, before, after });

  it('condense many orders', () => {
    const chronicle = new Chronicle();
    for (const move of [
      'buy 3 inf',
      'buy 1 arm',
      'buy 2 inf',
      'end',
      '2 inf Germany>Eastern Europe',
      '1 arm Germany>Eastern Europe',
    ])
      tell(chronicle, move);
    tell(chronicle, 'place 5 inf Germany');
    tell(chronicle, 'place 1 arm Germany');
    tell(chronicle, 'end');
    tell(chronicle, 'buy 1 ftr', null, null, 2);
    expect(chronicle.turns.map(({ power, items }) => [power, items.map(newsWords)])).toEqual([
      [
        'germany',
        [
          'Bought: 5 infantry, 1 armor',
          '2 infantry, 1 armor: Germany → Eastern Europe',
          'Placed in Germany: 5 infantry, 1 armor',
        ],
      ],
      ['uk', ['Bought: 1 fighter']],
    ]);
    expect(placeOf(chronicle.turns[0]!.items[1]!)).toBe('eastern-europe');
  });

  it('keep every order, so that each can be asked why', () => {
    const chronicle = new Chronicle();
    const moves = ['buy 3 inf', 'buy 1 arm', '2 inf Germany>Eastern Europe', 'fight Caucasus', 'go on'];
    for (const [ply, move] of [...moves.entries()]) tell(chronicle, move, null, null, 1, ply);
    const [turn] = chronicle.turns;
    expect(turn!.items.map(({ orders }) => orders.map(({ ply }) => ply))).toEqual([[0, 1], [2], [3, 4]]);
    const kinds = turn!.items.flatMap(({ orders }) => orders.map(({ order }) => order.kind));
    expect(kinds).toEqual(['buy', 'buy', 'move', 'fight', 'go_on']);
  });

  it('tell how battles ended and what they cost', () => {
    const before = start({ phase: 'combat' });
    before.units = {
      ...before.units,
      caucasus: { ...before.units.caucasus, germany: { infantry: 3, armor: 2 } },
    };
    const during = { ...before, battle: { space: 'caucasus' } as BattleView };
    const after = start({ phase: 'combat' });
    after.units = { ...after.units, caucasus: { germany: { armor: 2 } } };
    after.owners = { ...after.owners, caucasus: 1 };
    const chronicle = new Chronicle();
    tell(chronicle, 'fight Caucasus', before, during);
    tell(chronicle, 'lose as usual', during, during, 0);
    tell(chronicle, 'go on', during, after);
    const [item] = chronicle.turns[0]!.items;
    expect(newsWords(item!)).toBe('Caucasus taken');
    expect(lossWords(item!)).toEqual(['U.S.S.R. lost 5 infantry', 'Germany lost 3 infantry']);
    expect(chronicle.turns).toHaveLength(1);
  });

  it('name what was taken without a fight', () => {
    const [before, after] = [start(), start()];
    after.owners = { ...after.owners, 'french-west-africa': 1 };
    const chronicle = new Chronicle();
    tell(chronicle, '1 inf Algeria>French West Africa', before, after);
    expect(chronicle.turns[0]!.items.map(newsWords).at(-1)).toBe('Taken: French West Africa');
  });

  it('can go back to the start of a turn', () => {
    const chronicle = new Chronicle();
    tell(chronicle, 'buy 1 inf', null, null, 0);
    tell(chronicle, 'buy 3 inf');
    chronicle.rewind(2);
    tell(chronicle, 'buy 1 arm');
    expect(chronicle.turns.map(({ items }) => items.map(newsWords))).toEqual([
      ['Bought: 1 infantry'],
      ['Bought: 1 armor'],
    ]);
  });
});

describe('shop, yard and plot', () => {
  it('sum up and write orders', () => {
    const basket = { infantry: 4, armor: 2, fighter: 0 };
    expect(priceOf(basket, start().prices)).toBe(22);
    expect(purchase(basket)).toEqual([
      { do: 'give', order: { kind: 'buy', n: 4, unit: 'infantry' } },
      { do: 'give', order: { kind: 'buy', n: 2, unit: 'armor' } },
    ]);
    expect(forSale({ sold: ['submarine', 'destroyer', 'infantry'] })).toEqual([
      'infantry',
      'destroyer',
      'submarine',
    ]);
  });

  it('place what fits', () => {
    const view = start({ phase: 'place', placeable: { germany: null, karelia: 3 } });
    const orders = readAll([
      ...[1, 2, 3, 4].map((n) => `place ${n} inf Germany`),
      ...[1, 2, 3].map((n) => `place ${n} inf Karelia S.S.R.`),
      'place 1 arm Karelia S.S.R.',
      'place 1 arm Germany',
    ]);
    const [first, second] = placesOf(orders, view);
    expect(first).toEqual({ space: 'germany', able: { infantry: 4, armor: 1 } });
    expect(fitting(view, 'karelia', second!.able)).toEqual({ infantry: 3 });
  });

  it('draw lines whose labels do not overlap', () => {
    const { lines, levels, rounds } = plotOf(
      [
        [24, 32, 30, 25, 36],
        [25, 25, 25, 25, 47],
      ],
      200,
      100,
    );
    expect(lines).toHaveLength(5);
    const labels = lines.map(({ label }) => label).sort((a, b) => a - b);
    for (let i = 1; i < labels.length; i++) expect(labels[i]! - labels[i - 1]!).toBeGreaterThanOrEqual(11.9);
    expect(levels.at(-1)?.value).toBeGreaterThanOrEqual(40);
    expect(rounds.map(({ round }) => round)).toEqual([0, 1]);
  });
});
