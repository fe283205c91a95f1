/** The board of Kalah in the browser. docs/boards.md of Partie describes what a board gets and has to do. */
import { draw, stone } from './drawing.js';
import { houseOf, landing, lettersOf, sow } from './sowing.js';
import { words } from './words.js';

const STEP = 90;
const LONGEST = 1100;

class Board {
  constructor(element, scene, host) {
    this.host = host;
    this.root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    this.holder = document.createElement('div');
    const style = document.createElement('link');
    style.rel = 'stylesheet';
    style.href = new URL('board.css', import.meta.url).href;
    this.root.replaceChildren(style, this.holder);
    // Not on the houses: an SVG shape with a focus listener becomes focusable, which not every house should be.
    this.holder.addEventListener('focusin', ({ target }) => this.preview(target.dataset.house));
    this.holder.addEventListener('focusout', () => this.preview(null));
    this.scene = scene;
    this.portrait = isPortrait(element);
    this.build();
    this.sizes = new ResizeObserver(() => {
      const portrait = isPortrait(element);
      if (portrait === this.portrait) return;
      this.portrait = portrait;
      this.build();
    });
    this.sizes.observe(element);
    this.onkey = (event) => this.typed(event);
    addEventListener('keydown', this.onkey);
  }

  update(scene) {
    const before = this.scene;
    this.scene = scene;
    if (sideOf(before) !== sideOf(scene) || sizeOf(before) !== sizeOf(scene)) this.build();
    else {
      this.follow(before);
      this.paint();
    }
  }

  destroy() {
    this.sizes.disconnect();
    removeEventListener('keydown', this.onkey);
  }

  /** Draws everything again: after a change of size, seat or orientation. */
  build() {
    this.parts = draw(sizeOf(this.scene), sideOf(this.scene), this.portrait);
    this.holder.replaceChildren(this.parts.svg);
    for (const [letter, house] of this.parts.houses) {
      house.addEventListener('click', () => this.choose(letter));
      house.addEventListener('keydown', (event) => this.pressed(event, letter));
      house.addEventListener('pointerenter', () => this.preview(letter));
      house.addEventListener('pointerleave', () => this.preview(null));
    }
    this.deal();
    this.paint();
  }

  /** Places the stones as in the view, wherever they were. */
  deal() {
    const { houses, stores } = this.scene.view;
    const all = [...(this.piles?.flat(2) ?? [])];
    const take = (count) => Array.from({ length: count }, () => all.pop() ?? stone(this.parts.made++));
    this.piles = [0, 1].map((seat) => [...houses[seat].map(take), take(stores[seat])]);
    this.parts.stones.replaceChildren(...this.piles.flat(2));
    this.settle(new Map());
  }

  /** Animates the last move; any other change of position is shown at once. */
  follow(before) {
    const { moves, view, options } = this.scene;
    const last = moves.at(-1);
    if (moves.length !== before.moves.length + 1 || !last || !houseOf(last.move)) {
      if (before.position !== this.scene.position) this.deal();
      return;
    }
    const { piles, steps } = sow(this.piles, last.move, options.empty === true);
    const counts = JSON.stringify(piles.map((row) => row.map((pile) => pile.length)));
    const expected = JSON.stringify(view.houses.map((row, seat) => [...row, view.stores[seat]]));
    if (counts !== expected) return this.deal();
    this.piles = piles;
    this.settle(steps);
  }

  /** Moves every stone to its place; those that were sown start one after another. */
  settle(steps) {
    const pause = Math.min(STEP, LONGEST / Math.max(1, Math.max(0, ...steps.values())));
    this.piles.forEach((row, seat) =>
      row.forEach((pile, place) => {
        pile.forEach((one, i) => {
          const [x, y] = this.parts.spot(seat, place, i, pile.length);
          one.style.transitionDelay = `${(steps.get(one) ?? 0) * pause}ms`;
          one.style.transform = `translate(${x}px, ${y}px)`;
        });
      }),
    );
  }

  paint() {
    const { view, legal, language, suggestion, seats } = this.scene;
    const say = words[language];
    const own = sideOf(this.scene);
    this.parts.svg.setAttribute('aria-label', say.board);
    this.parts.svg.classList.toggle('playing', legal.length > 0);
    const focused = this.root.activeElement?.dataset.house;
    const first = legal.includes(focused) ? focused : legal[0];
    for (const [letter, house] of this.parts.houses) {
      const [seat, place] = houseOf(letter);
      const count = view.houses[seat][place];
      const playable = legal.includes(letter);
      const whose = seats[seat].you ? '' : seats[seat].name;
      house.setAttribute('role', playable ? 'button' : 'img');
      house.setAttribute('aria-label', this.labelled(letter, count, whose, playable));
      if (playable || letter === focused)
        house.setAttribute('tabindex', letter === (first ?? focused) ? '0' : '-1');
      else house.removeAttribute('tabindex');
      house.classList.toggle('playable', playable);
      house.classList.toggle('hinted', letter === suggestion);
      house.classList.toggle('last', view.last?.seat === seat && view.last?.house === place);
      this.parts.counts.get(letter).textContent = String(count);
    }
    for (const seat of [0, 1]) {
      const store = this.parts.stores[seat];
      const label = say.store(seat === own && seats[seat].you ? '' : seats[seat].name, view.stores[seat]);
      store.setAttribute('aria-label', label);
      this.parts.totals[seat].textContent = String(view.stores[seat]);
    }
  }

  labelled(letter, count, whose, playable) {
    const say = words[this.scene.language];
    const label = say.house(letter, count, whose);
    if (!playable) return label;
    const [seat, place] = landing(this.scene.view.houses, letter);
    return `${label}. ${place === sizeOf(this.scene) ? say.again : say.ends(lettersOf(seat)[place])}`;
  }

  /** Shows where the last stone would fall. */
  preview(letter) {
    for (const place of this.parts.places) place.classList.remove('landing');
    if (!letter || !this.scene.legal.includes(letter)) return;
    const [seat, place] = landing(this.scene.view.houses, letter);
    this.parts.placeAt(seat, place).classList.add('landing');
  }

  choose(letter) {
    if (this.scene.legal.includes(letter)) {
      this.preview(null);
      this.host.play(letter);
    } else if (this.scene.legal.length > 0) {
      const [seat] = houseOf(letter);
      const say = words[this.scene.language];
      this.host.announce(seat === this.scene.toMove ? say.emptyHouse(letter) : say.notYours(letter));
    }
  }

  pressed(event, letter) {
    const { legal } = this.scene;
    const at = legal.indexOf(letter);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter' || event.key === ' ') this.choose(letter);
    else if (step && legal.length > 0)
      this.focus(legal[(Math.max(at, 0) + step + legal.length) % legal.length]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  focus(letter) {
    for (const [other, house] of this.parts.houses) {
      if (this.scene.legal.includes(other)) house.setAttribute('tabindex', other === letter ? '0' : '-1');
    }
    this.parts.houses.get(letter).focus();
  }

  /** A digit plays that house, wherever the focus is. */
  typed(event) {
    const { legal, toMove } = this.scene;
    if (legal.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      event.composedPath()[0].matches?.('input, textarea, select') ||
      document.querySelector('dialog[open]')
    )
      return;
    const house = Number(event.key) - 1;
    if (!Number.isInteger(house) || house < 0 || house >= sizeOf(this.scene)) return;
    event.preventDefault();
    this.choose(lettersOf(toMove)[house]);
  }
}

const sizeOf = (scene) => scene.view.houses[0].length;
/** The seat whose row is at the bottom: the viewer's, or the first for a spectator. */
const sideOf = (scene) => scene.seat ?? 0;
const isPortrait = (element) => element.clientHeight > 1.15 * element.clientWidth;
const signed = (value) => (value > 0 ? '+' : value < 0 ? '−' : '') + Math.abs(Math.round(value));

export default {
  mount: (element, scene, host) => new Board(element, scene, host),
  label: (move) => move,
  describe: ({ moves, seats, language }) => {
    const { seat, move } = moves.at(-1);
    return words[language].sown(seats[seat].name, move);
  },
  worth: (value, language) => words[language].worth(signed(value)),
  points: (score) => (score === 0 ? null : signed(score)),
  keys: (language) => [
    ['1 … 6', words[language].keyDigits],
    ['← →', words[language].keyArrows],
    ['↵', words[language].keyEnter],
  ],
};
