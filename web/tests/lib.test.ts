import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clockText } from '../src/lib/clock';
import { elides } from '../src/lib/elision';
import { sha256 } from '../src/lib/fairness';
import { arrow } from '../src/lib/grid';
import { match } from '../src/lib/routes';
import { rematchSeats } from '../src/lib/seats';
import { agentSpec } from '../src/lib/spec';
import { typeset } from '../src/lib/typeset';
import type { AgentFamily, Seat, Setting } from '../src/lib/types';

const text = { en: '', fr: '' };

function setting(name: string, usual: number): Setting {
  return { name, kind: 'integer', default: usual, choices: null, low: 1, high: 16, title: text, help: text };
}

describe('routes', () => {
  it('finds every page', () => {
    expect(match('/')).toEqual({ page: 'home' });
    expect(match('/new/quarto')).toEqual({ page: 'new', game: 'quarto', lobby: false });
    expect(match('/table/h3k9/')).toEqual({ page: 'table', id: 'h3k9' });
    expect(match('/replay')).toEqual({ page: 'replay', id: null });
    expect(match('/replay/h3k9')).toEqual({ page: 'replay', id: 'h3k9' });
    expect(match('/rules/quarto')).toEqual({ page: 'rules', game: 'quarto' });
  });

  it('finds no page elsewhere', () => {
    for (const path of ['/nowhere', '/table', '/table/a/b', '/x/y']) expect(match(path).page).toBe('lost');
  });
});

describe('agent specs', () => {
  const family: AgentFamily = {
    name: 'alphabeta',
    title: text,
    help: text,
    params: [setting('depth', 4), setting('width', 8)],
  };

  it('names only what differs from the defaults', () => {
    expect(agentSpec(family, { depth: 4, width: 8 })).toBe('alphabeta');
    expect(agentSpec(family, { depth: 6, width: 8 })).toBe('alphabeta:depth=6');
    expect(agentSpec(family, { depth: 6, width: 2 })).toBe('alphabeta:depth=6,width=2');
  });
});

describe('rematch', () => {
  it('keeps the company and swaps the seats', () => {
    const seats: Seat[] = [
      { seat: 0, kind: 'person', name: 'Ann', agent: null, you: true, kept_for: null, title: null },
      { seat: 1, kind: 'program', name: 'Victor', agent: 'expert', you: false, kept_for: null, title: null },
    ];
    expect(rematchSeats(seats)).toEqual([
      { kind: 'program', agent: 'expert', name: 'Victor' },
      { kind: 'person', name: 'Ann' },
    ]);
  });

  it('keeps a seat for somebody elsewhere, unless a spectator sets it up', () => {
    const seats: Seat[] = [
      { seat: 0, kind: 'person', name: 'Ann', agent: null, you: true, kept_for: null, title: null },
      { seat: 1, kind: 'person', name: 'Bob', agent: null, you: false, kept_for: null, title: null },
    ];
    expect(rematchSeats(seats)[0]).toEqual({ kind: 'open', kept_for: 1 });
    expect(rematchSeats(seats, true, false)[0]).toEqual({ kind: 'open' });
  });
});

describe('arrow keys in a grid', () => {
  it('moves and stops at the edges', () => {
    expect(arrow('ArrowRight', 0, 4, 16)).toBe(1);
    expect(arrow('ArrowRight', 3, 4, 16)).toBe(3);
    expect(arrow('ArrowDown', 13, 4, 16)).toBe(13);
    expect(arrow('ArrowUp', 4, 4, 16)).toBe(0);
    expect(arrow('End', 5, 4, 16)).toBe(7);
    expect(arrow('x', 5, 4, 16)).toBeNull();
  });
});

describe('clock', () => {
  it('reads like a clock', () => {
    expect(clockText(7.9)).toBe('0:07');
    expect(clockText(-3)).toBe('0:00');
    expect(clockText(723)).toBe('12:03');
    expect(clockText(3723)).toBe('1:02:03');
  });
});

describe('fairness', () => {
  it('computes SHA-256', async () => {
    expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('catalogues', () => {
  const catalogue = (locale: string) =>
    JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')) as Record<string, unknown>;

  it('have the same messages in both languages', () => {
    expect(Object.keys(catalogue('fr'))).toEqual(Object.keys(catalogue('en')));
  });

  it('never let French punctuation begin a line', () => {
    const french = Object.values(catalogue('fr')).filter((said) => typeof said === 'string');
    expect(french.filter((said) => typeset(said) !== said)).toEqual([]);
  });
});

describe('elision', () => {
  it('says d’ before vowels, h, and y where it is one', () => {
    for (const name of ['Ambroise', 'Irène', 'Élise', 'Octave', 'Hugo', 'Yves', ' Ann', 'Œdipe'])
      expect(elides(name)).toBe(true);
    for (const name of ['Malo', 'Basile', 'Yann', 'Joueur 1', '']) expect(elides(name)).toBe(false);
  });
});

describe('typesetting', () => {
  it('ties French punctuation to its word', () => {
    expect(typeset('La ligne est complète : rouge !')).toBe('La ligne est complète\u00a0: rouge\u202f!');
    expect(typeset('« Quarto »')).toBe('«\u00a0Quarto\u00a0»');
  });
});
