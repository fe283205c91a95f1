import { describe, expect, it, vi } from 'vitest';
import type { Preset, Setting } from '../src/lib/types';

vi.mock('../src/lib/language.svelte', () => ({ say: (text: { en: string }) => text.en, language: {} }));
const { changedIn, groupsOf, presetOf, presetOptions, distinguishing } = await import('../src/new/presets');
const { valueWords } = await import('../src/lib/values');
const { usualOptions } = await import('../src/lib/spec');

const text = { en: '', fr: '' };
const setting = (name: string, kind: Setting['kind'], usual: Setting['default']): Setting => ({
  name,
  kind,
  default: usual,
  choices: null,
  low: null,
  high: null,
  title: text,
  help: text,
});
const preset = (name: string, options: Preset['options'], usual_in: string[] = []): Preset => ({
  name,
  title: text,
  help: text,
  options,
  usual_in,
});
const game = {
  options: [
    setting('target', 'integer', 1000),
    setting('round', 'switch', false),
    setting('deals', 'integer', 0),
  ],
  presets: [preset('federation', {}), preset('family', { round: true }, ['fr'])],
};

describe('presets', () => {
  it('set what they name, and everything else as usual', () => {
    expect(presetOptions(game, { options: { round: true } })).toEqual({
      target: 1000,
      round: true,
      deals: 0,
    });
  });

  it('are recognised by what they set', () => {
    expect(presetOf(game, { target: 1000, round: false, deals: 0 })?.name).toBe('federation');
    expect(presetOf(game, { target: 1000, round: true, deals: 0 })?.name).toBe('family');
    expect(presetOf(game, { target: 500, round: true, deals: 0 })).toBeNull();
  });

  it('are chosen by language', () => {
    expect(usualOptions(game, 'fr')).toEqual({ target: 1000, round: true, deals: 0 });
    expect(usualOptions(game, 'en')).toEqual({ target: 1000, round: false, deals: 0 });
  });

  it('are compared where they differ', () => {
    expect(distinguishing(game).map(({ name }) => name)).toEqual(['round']);
  });

  it('leave the rest collapsed under headings', () => {
    const group = (en: string) => ({ en, fr: en });
    const list = [
      { ...setting('bid', 'integer', 0), group: group('Start') },
      setting('plain', 'switch', false),
      { ...setting('peace', 'switch', false), group: group('Start') },
      { ...setting('dive', 'switch', false), group: group('Combat') },
    ];
    const found = groupsOf(list).map(({ title, settings }) => [title?.en, settings.map(({ name }) => name)]);
    expect(found).toEqual([
      [undefined, ['plain']],
      ['Start', ['bid', 'peace']],
      ['Combat', ['dive']],
    ]);
    expect(changedIn(list, { bid: 3, plain: false, peace: true, dive: false })).toBe(2);
  });

  it('say what they set', () => {
    expect(valueWords(setting('round', 'switch', false), true)).toBe('yes');
    expect(valueWords(setting('round', 'switch', false), 'on')).toBe('yes');
    expect(valueWords(setting('target', 'integer', 1000), 5000)).toBe('5000');
    expect(valueWords(setting('risk', 'number', 0), '0.25')).toBe('0.25');
    const choices = [{ name: 'none', title: { en: 'no limit', fr: 'sans limite' } }];
    expect(valueWords({ ...setting('cap', 'choice', 'none'), choices }, 'none')).toBe('no limit');
  });
});
