import { say } from '../lib/language.svelte';
import { defaults } from '../lib/spec';
import type { Game, Preset, Setting, Text, Value } from '../lib/types';

type Options = Record<string, Value>;

/** All options as a preset sets them: what it does not name has its default. */
export function presetOptions(game: Pick<Game, 'options'>, preset: Pick<Preset, 'options'>): Options {
  return { ...defaults(game.options), ...preset.options };
}

/** The preset that sets exactly these options; null for any other rules. */
export function presetOf(game: Pick<Game, 'options' | 'presets'>, options: Options): Preset | null {
  const same = (preset: Preset) =>
    Object.entries(presetOptions(game, preset)).every(([name, value]) => options[name] === value);
  return game.presets.find(same) ?? null;
}

/** The settings in which the presets differ. */
export function distinguishing(game: Pick<Game, 'options' | 'presets'>): Setting[] {
  const all = game.presets.map((preset) => presetOptions(game, preset));
  return game.options.filter(({ name }) => all.some((options) => options[name] !== all[0]?.[name]));
}

export function titleOf(setting: Setting): string {
  return say(setting.title) || setting.name;
}

/** Settings by heading, in the order of the headings; those without one first. */
export function groupsOf(settings: Setting[]): { title: Text | null; settings: Setting[] }[] {
  const groups: { title: Text | null; settings: Setting[] }[] = [];
  for (const setting of settings) {
    const title = setting.group ?? null;
    const group = groups.find((one) => one.title?.en === title?.en);
    if (group) group.settings.push(setting);
    else groups.push({ title, settings: [setting] });
  }
  return groups.sort((one, other) => Number(one.title !== null) - Number(other.title !== null));
}

/** How many of these differ from their defaults. */
export function changedIn(settings: Setting[], options: Options): number {
  return settings.filter(({ name, default: usual }) => options[name] !== usual).length;
}
