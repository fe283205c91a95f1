/** The rules of sowing, as in rules.py, for piles of anything. `piles[seat]` are the houses in the direction of sowing, then the store. */

const LETTERS = ['abcdef', 'ABCDEF'];
export const lettersOf = (seat) => LETTERS[seat];

/** `[seat, house]` of a move such as `c`. */
export function houseOf(letter) {
  const seat = LETTERS.findIndex((letters) => letter.length === 1 && letters.includes(letter));
  return seat < 0 ? null : [seat, LETTERS[seat].indexOf(letter)];
}

/** The places after a house, in the order in which `seat` sows. */
function* after(seat, house, size) {
  let [side, place] = [seat, house];
  for (;;) {
    place += 1;
    if (place > size || (place === size && side !== seat)) [side, place] = [1 - side, 0];
    yield [side, place];
  }
}

/** Where the last stone of a house would fall. */
export function landing(houses, letter) {
  const [seat, house] = houseOf(letter);
  let left = houses[seat][house];
  for (const place of after(seat, house, houses[seat].length)) if (--left <= 0) return place;
}

/** The piles after a move, and for each stone that moved the step at which it starts. */
export function sow(before, letter, captureEmpty) {
  const [seat, house] = houseOf(letter);
  const piles = before.map((row) => row.map((pile) => [...pile]));
  const size = piles[seat].length - 1;
  const steps = new Map();
  const hand = piles[seat][house].splice(0);
  let last = null;
  for (const place of after(seat, house, size)) {
    const stone = hand.shift();
    if (stone === undefined) break;
    steps.set(stone, steps.size);
    piles[place[0]][place[1]].push(stone);
    last = place;
  }
  const end = steps.size;
  const store = (stones, side) => {
    for (const stone of stones) steps.set(stone, steps.get(stone) ?? end);
    piles[side][size].push(...stones);
  };
  if (last && last[0] === seat && last[1] < size && piles[seat][last[1]].length === 1) {
    const across = piles[1 - seat][size - 1 - last[1]];
    if (across.length > 0 || captureEmpty) {
      store(across.splice(0), seat);
      store(piles[seat][last[1]].splice(0), seat);
    }
  }
  const isEmpty = (row) => row.slice(0, size).every((pile) => pile.length === 0);
  if (isEmpty(piles[0]) || isEmpty(piles[1])) {
    for (const side of [0, 1]) for (let i = 0; i < size; i++) store(piles[side][i].splice(0), side);
  }
  return { piles, steps };
}
