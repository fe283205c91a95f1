import type { Component } from 'svelte';
import axisallies from './axisallies/Emblem.svelte';
import coinche from './coinche/Emblem.svelte';
import hearts from './hearts/Emblem.svelte';
import liarsdice from './liarsdice/Emblem.svelte';
import plain from './plain/Emblem.svelte';
import quarto from './quarto/Emblem.svelte';

const emblems: Record<string, Component> = { quarto, liarsdice, hearts, coinche, axisallies };

/** The drawing of a game on the home page: apart from its board, which nobody needs there. */
export function emblemOf(game: string): Component {
  return emblems[game] ?? plain;
}
