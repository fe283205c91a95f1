import { describe, expect, it } from 'vitest';
import {
  around,
  countingOrder,
  finishingOrder,
  goingDie,
  goneOut,
  lastCall,
  nearest,
  Pace,
  parseBid,
  preselected,
  roundEnds,
  smallest,
  stepped,
  turned,
  type Offer,
} from '../src/games/liarsdice/logic';
import { polyline } from '../src/games/liarsdice/plot';

/** Over a bid of 4x5 with six dice on the table. */
const offers: Offer[] = [
  { quantity: 4, faces: [6] },
  { quantity: 5, faces: [1, 2, 3, 4, 5, 6] },
  { quantity: 6, faces: [1, 2, 3, 4, 5, 6] },
];

describe('moves', () => {
  it('reads bids and no calls', () => {
    expect(parseBid('14x5')).toEqual({ quantity: 14, face: 5 });
    expect(parseBid('liar')).toBeNull();
    expect(parseBid('exact')).toBeNull();
  });

  it('finds the last call', () => {
    expect(lastCall(['1x1', 'liar', '2x2'])).toBe(2);
    expect(lastCall(['1x1'])).toBe(0);
  });
});

describe('choosing a bid', () => {
  it('raises the quantity for a face that needs it', () => {
    expect(nearest(offers, { quantity: 1, face: 6 })).toEqual({ quantity: 4, face: 6 });
    expect(nearest(offers, { quantity: 1, face: 2 })).toEqual({ quantity: 5, face: 2 });
    expect(nearest(offers, { quantity: 40, face: 2 })).toEqual({ quantity: 6, face: 2 });
    expect(nearest([], { quantity: 1, face: 2 })).toBeNull();
  });

  it('steps through legal bids only', () => {
    expect(stepped(offers, { quantity: 5, face: 2 }, 1)).toEqual({ quantity: 6, face: 2 });
    expect(stepped(offers, { quantity: 5, face: 2 }, -1)).toBeNull();
    expect(stepped(offers, { quantity: 6, face: 2 }, 1)).toBeNull();
    expect(stepped(offers, { quantity: 5, face: 6 }, -1)).toEqual({ quantity: 4, face: 6 });
  });

  it('turns to the next face that can be bid', () => {
    expect(turned(offers, 6, { quantity: 1, face: 5 }, 1)).toEqual({ quantity: 4, face: 6 });
    expect(turned(offers, 6, { quantity: 4, face: 6 }, 1)).toBeNull();
    const sixesOnly = [{ quantity: 6, faces: [3, 6] }];
    expect(turned(sixesOnly, 6, { quantity: 6, face: 3 }, 1)).toEqual({ quantity: 6, face: 6 });
  });

  it('begins with the smallest bid, or the face chosen before', () => {
    const legal = ['4x6', '5x1', '5x2', 'liar', 'exact'];
    expect(smallest(['liar', 'exact'])).toBeNull();
    expect(preselected(legal, offers, null)).toEqual({ quantity: 4, face: 6 });
    expect(preselected(legal, offers, 2)).toEqual({ quantity: 5, face: 2 });
  });
});

describe('seats around the table', () => {
  it('goes clockwise from the place in front', () => {
    expect(around(5, 0)).toEqual({ left: [1], top: [2, 3], right: [4] });
    expect(around(5, 3)).toEqual({ left: [4], top: [0, 1], right: [2] });
    expect(around(2, 1)).toEqual({ left: [], top: [0], right: [] });
  });

  it('gives everybody a place', () => {
    for (let seats = 2; seats <= 8; seats++) {
      const { left, top, right } = around(seats, 1);
      expect([1, ...left, ...top, ...right].toSorted()).toEqual([...Array(seats).keys()]);
    }
  });
});

describe('a showdown', () => {
  it('counts clockwise from the starter', () => {
    const counting = [[true], [false, true], [true, true]];
    expect(countingOrder({ counting, starter: 1 })).toEqual([[4], [0, 1], [2, 3]]);
  });

  it('takes away a die that does not count, if there is one', () => {
    expect(goingDie([true, false, true])).toBe(1);
    expect(goingDie([true, true])).toBe(1);
  });

  it('knows who goes out', () => {
    expect(goneOut({ cups: [[1], [], [2, 3]], lost: [1, 0, 1] })).toEqual([0]);
  });
});

describe('the end', () => {
  it('knows after how many moves each round was over', () => {
    expect(roundEnds([{ move: '1x1' }])).toEqual([]);
    const moves = ['1x1', 'liar', null, '1x2', 'exact', '2x2'];
    expect(roundEnds(moves.map((move) => ({ move })))).toEqual([2, 5]);
  });

  it('orders by place', () => {
    expect(finishingOrder([3, 1, 2, 3], [0, 2, 0, 0])).toEqual([1, 2, 0, 3]);
    expect(finishingOrder([null, null, 3], [1, 4, 0])).toEqual([1, 0, 2]);
  });

  it('draws a line until the last die is gone', () => {
    const frame = {
      width: 100,
      height: 50,
      left: 0,
      right: 0,
      top: 0,
      bottom: 0,
      rounds: 4,
      most: 2,
      seats: 1,
    };
    expect(polyline(frame, [2, 1, 0, 0, 0], 0)).toBe('0.0,0.0 25.0,25.0 50.0,50.0');
  });
});

describe('pace', () => {
  it('puts a gap between things that come at once, and only between those', () => {
    const pace = new Pace(() => 200);
    expect([pace.wait(1000), pace.wait(1000), pace.wait(1010), pace.wait(5000)]).toEqual([0, 200, 390, 0]);
  });
});
