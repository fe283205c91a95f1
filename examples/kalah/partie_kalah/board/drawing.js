/** The board in SVG: two rows of houses and two stores, horizontal, or vertical on a phone held upright. */
import { lettersOf } from './sowing.js';

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 100;
const MARGIN = 44;
const RADIUS = 43;
const STONE = 11.5;
const COLOURS = ['amber', 'jade', 'rose', 'ivory', 'slate'];
const SHADES = {
  amber: ['#ffe2a0', '#e0952a', '#9a5a10'],
  jade: ['#b9ecd2', '#3d9a78', '#1d5c47'],
  rose: ['#ffc9bd', '#d2604f', '#8c2f24'],
  ivory: ['#ffffff', '#eadfc8', '#b3a07c'],
  slate: ['#c3d3ea', '#5577a8', '#2b456d'],
};

export function made(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A glass stone; the same number has the same colour. */
export function stone(number) {
  const colour = COLOURS[(number * 7 + Math.floor(number / 5)) % COLOURS.length];
  return made(
    'g',
    { class: 'stone' },
    made('ellipse', { cx: 1.5, cy: 3, rx: STONE, ry: STONE - 1, fill: '#000', opacity: 0.28 }),
    made('circle', { r: STONE, fill: `url(#${colour})` }),
    made('ellipse', {
      cx: -3.6,
      cy: -4.4,
      rx: 3.6,
      ry: 2.3,
      fill: '#fff',
      opacity: 0.75,
      transform: 'rotate(-35 -3.6 -4.4)',
    }),
  );
}

function gradients() {
  const stop = (offset, colour) => made('stop', { offset, 'stop-color': colour });
  const glass = Object.entries(SHADES).map(([id, [light, middle, dark]]) =>
    made(
      'radialGradient',
      { id, cx: 0.35, cy: 0.3, r: 0.8 },
      stop(0, light),
      stop(0.5, middle),
      stop(1, dark),
    ),
  );
  return made(
    'defs',
    {},
    ...glass,
    made(
      'linearGradient',
      { id: 'wood', x1: 0, y1: 0, x2: 0.25, y2: 1 },
      stop(0, '#d9a468'),
      stop(0.5, '#c48a4c'),
      stop(1, '#b57a40'),
    ),
    made(
      'radialGradient',
      { id: 'bowl', cx: 0.5, cy: 0.62, r: 0.62 },
      stop(0, '#a4713d'),
      stop(0.7, '#7d5128'),
      stop(1, '#553415'),
    ),
  );
}

/** Grain of the wood: a few long curves. */
function grain(width, height, portrait) {
  const [along, across] = portrait ? [height, width] : [width, height];
  const lines = Array.from({ length: 9 }, (_, i) => {
    const y = ((i + 0.6) * across) / 9.3;
    const bend = (i % 2 ? 1 : -1) * (5 + (i % 4) * 3);
    return `M8 ${y}C${along * 0.3} ${y + bend} ${along * 0.65} ${y - bend} ${along - 8} ${y + bend / 2}`;
  }).join('');
  const path = made('path', { d: lines, class: 'grain' });
  if (portrait) path.setAttribute('transform', `translate(${width} 0) rotate(90)`);
  return path;
}

/** All parts for `size` houses per side, with the row of seat `own` at the bottom (or left, if vertical). */
export function draw(size, own, portrait) {
  const long = (size + 2) * CELL;
  const short = 2 * CELL + 2 * MARGIN;
  const [width, height] = portrait ? [short, long] : [long, short];
  /** Converts a point of the horizontal board. */
  const turned = ([x, y]) => (portrait ? [short - y, x] : [x, y]);
  const centre = (seat, place) => {
    if (place === size) return turned([seat === own ? long - CELL / 2 : CELL / 2, short / 2]);
    const x = CELL * (seat === own ? place + 1 : size - place) + CELL / 2;
    return turned([x, MARGIN + (seat === own ? 1.5 : 0.5) * CELL]);
  };

  const houses = new Map();
  const counts = new Map();
  const stores = [];
  const totals = [];
  const bowls = [0, 1].map(() => []);
  for (const seat of [0, 1]) {
    for (let place = 0; place < size; place++) {
      const letter = lettersOf(seat)[place];
      const [x, y] = centre(seat, place);
      const outward = (seat === own ? 1 : -1) * (CELL / 2 + MARGIN / 2 - 5);
      const [tx, ty] = portrait ? [x - outward, y] : [x, y + outward];
      const count = made('tspan', { class: 'count' });
      counts.set(letter, count);
      const house = made(
        'g',
        { class: seat === own ? 'house own' : 'house', 'data-house': letter },
        made('circle', { class: 'bowl', cx: x, cy: y, r: RADIUS, fill: 'url(#bowl)' }),
        made('circle', { class: 'ring', cx: x, cy: y, r: RADIUS + 1 }),
        made(
          'text',
          { x: tx, y: ty + 7, 'text-anchor': 'middle', 'aria-hidden': 'true' },
          made('tspan', { class: 'letter' }, letter),
          ' ',
          count,
        ),
      );
      houses.set(letter, house);
      bowls[seat].push(house);
    }
    const [x, y] = centre(seat, size);
    const [w, h] = portrait ? [2 * CELL - 8, 2 * RADIUS - 4] : [2 * RADIUS - 4, 2 * CELL - 8];
    const total = made('text', {
      class: 'total',
      x: portrait ? x + (seat === own ? -1 : 1) * (CELL + MARGIN / 2 - 4) : x,
      y: portrait ? y + 9 : y + (seat === own ? 1 : -1) * (CELL + MARGIN / 2 - 4) + 9,
      'text-anchor': 'middle',
      'aria-hidden': 'true',
    });
    totals.push(total);
    const shape = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: RADIUS - 2 };
    const store = made(
      'g',
      { class: 'store', role: 'img' },
      made('rect', { ...shape, class: 'bowl', fill: 'url(#bowl)' }),
      made('rect', { ...shape, class: 'ring' }),
      total,
    );
    stores.push(store);
    bowls[seat].push(store);
  }

  const stones = made('g', { class: 'stones', 'aria-hidden': 'true' });
  const svg = made(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, role: 'group', class: portrait ? 'standing' : 'lying' },
    gradients(),
    made('rect', {
      class: 'table',
      x: 3,
      y: 3,
      width: width - 6,
      height: height - 6,
      rx: 54,
      fill: 'url(#wood)',
    }),
    grain(width, height, portrait),
    ...stores,
    // In sowing order, which is the order of keyboard navigation.
    ...[own, 1 - own].flatMap((seat) => bowls[seat].slice(0, size)),
    stones,
  );

  /** Where the stone `i` of `count` lies in a house or store. */
  function spot(seat, place, i, count) {
    const [x, y] = centre(seat, place);
    if (place < size) {
      const away = count === 1 ? 0 : Math.min(9.6, 31 / Math.sqrt(count)) * Math.sqrt(i + 0.5);
      return [x + away * Math.cos(2.4 * i + place), y + away * Math.sin(2.4 * i + place)];
    }
    const rows = Math.max(8, Math.ceil(count / 3));
    const along = (Math.floor(i / 3) - (rows - 1) / 2) * (164 / rows) * (seat === own ? -1 : 1);
    const across = ((i % 3) - 1) * 20 + ((Math.floor(i / 3) % 2) - 0.5) * 7;
    return portrait ? [x + along, y + across] : [x + across, y + along];
  }

  const places = bowls.flat();
  const placeAt = (seat, place) => bowls[seat][place];
  return { svg, stones, houses, counts, stores, totals, places, placeAt, spot, made: 0 };
}
