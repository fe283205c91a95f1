import { render } from 'svelte/server';
import { describe, expect, it, vi } from 'vitest';
import type { Table } from '../src/lib/types';
import Actions from '../src/table/Actions.svelte';
import Unsent from '../src/table/Unsent.svelte';

vi.mock('../src/lib/places', () => ({ isHere: (id: string) => id === 'here' }));
vi.mock('../src/games', () => ({ faceOf: () => ({ MoveLabel: () => {} }) }));

const tableOf = (id: string, ask = ['pause', 'level']) =>
  ({
    id,
    game: 'tiny',
    seat: 0,
    status: 'playing',
    hints: 'off',
    moves: [],
    can: { takeback: true, resign: true, ask, doors: true },
  }) as unknown as Table;
const nothing = () => {};

describe('a table on this device', () => {
  it('has no actions for which a server is needed', () => {
    const actions = (id: string, ask?: string[]) =>
      render(Actions, {
        props: {
          table: tableOf(id, ask),
          busy: false,
          hinting: false,
          covered: false,
          onhint: nothing,
          ontakeback: nothing,
          onresign: nothing,
          onmore: nothing,
          onrules: nothing,
          ontype: nothing,
          onkeys: nothing,
        },
      }).body;
    expect(actions('there', [])).toContain('data-testid="more"');
    expect(actions('here', [])).toContain('data-testid="resign"');
    expect(actions('here', [])).not.toContain('data-testid="more"');
    expect(actions('here')).toContain('data-testid="more"');
  });

  it('says why a move waits', () => {
    const unsent = (id: string) =>
      render(Unsent, { props: { table: tableOf(id), move: 'm', ondiscard: nothing } }).body;
    expect(unsent('there')).toContain('The server cannot be reached');
    expect(unsent('here')).toContain('open in another window');
    expect(unsent('here')).not.toContain('server');
  });
});
