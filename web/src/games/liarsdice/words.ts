import { language } from '../../lib/language.svelte';
import { movesOf } from '../../lib/moves';
import { isYou, nameOf } from '../../lib/names';
import type { Table } from '../../lib/types';
import { viewOf as viewOfGame, type Shown } from '../../lib/views';
import { m } from '../../paraglide/messages';
import { CONTEST, goneOut, lastCall, parseBid, type Choice, type DiceView, type Showdown } from './logic';

type Company = Pick<Table, 'seats'>;

export const viewOf = (shown: Shown): DiceView => viewOfGame('liarsdice', shown);

/** “fives”, after a number. */
export function faceWords(face: number, count: number): string {
  return m.liarsdice_face({ face: String(face), count });
}

/** “4 fives” */
export function bidWords({ quantity, face }: Choice): string {
  return `${quantity}\u00a0${faceWords(face, quantity)}`;
}

export function placeWords(place: number): string {
  return m.liarsdice_place({ place: String(place) });
}

/** “Malo calls liar: Ann had bid 4 fives.” */
function callWords(table: Company, { caller, kind, bid }: Showdown): string {
  const data = {
    caller: nameOf(table, caller),
    bidder: nameOf(table, bid.seat),
    bid: bidWords(bid),
  };
  const contest = kind === 'contest';
  if (isYou(table, caller)) return contest ? m.liarsdice_you_contest(data) : m.liarsdice_you_confirm(data);
  if (isYou(table, bid.seat)) {
    return contest ? m.liarsdice_contests_you(data) : m.liarsdice_confirms_you(data);
  }
  return contest ? m.liarsdice_contests(data) : m.liarsdice_confirms(data);
}

/** Who loses a die, or gains one. */
export function lossWords(table: Company, { caller, lost }: Showdown): string {
  const losers = lost.flatMap((n, seat) => (n > 0 ? [seat] : []));
  const gainer = lost.findIndex((n) => n < 0);
  if (gainer >= 0) {
    return isYou(table, gainer) ? m.liarsdice_you_gain() : m.liarsdice_gains({ name: nameOf(table, gainer) });
  }
  const [only] = losers;
  if (only === undefined) return m.liarsdice_nobody_loses();
  if (losers.length === 1) return losesWords(table, only);
  return isYou(table, caller)
    ? m.liarsdice_all_but_you_lose()
    : m.liarsdice_all_but_lose({ name: nameOf(table, caller) });
}

function losesWords(table: Company, seat: number): string {
  return isYou(table, seat) ? m.liarsdice_you_lose() : m.liarsdice_loses({ name: nameOf(table, seat) });
}

export function outWords(table: Company, showdown: Showdown): string[] {
  return goneOut(showdown).map((seat) =>
    isYou(table, seat) ? m.liarsdice_you_are_out() : m.liarsdice_is_out({ name: nameOf(table, seat) }),
  );
}

/** A showdown in words. */
export function showdownWords(table: Company, showdown: Showdown): string {
  return [
    callWords(table, showdown),
    m.liarsdice_counted({ count: showdown.counted }),
    lossWords(table, showdown),
    ...outWords(table, showdown),
  ].join(' ');
}

/** “Malo bids 4 fives.” The last call comes with the whole showdown. */
export function describe(table: Table, index: number): string {
  const played = table.moves[index];
  if (!played) return '';
  const name = nameOf(table, played.seat);
  const you = isYou(table, played.seat);
  const bid = parseBid(played.move ?? '');
  if (bid) {
    const words = bidWords(bid);
    return you ? m.liarsdice_you_bid({ bid: words }) : m.liarsdice_bids({ name, bid: words });
  }
  const { showdown } = viewOf(table);
  const last = lastCall(movesOf(table));
  if (showdown && last === index + 1) return showdownWords(table, showdown);
  if (played.move === CONTEST) return you ? m.liarsdice_you_call_liar() : m.liarsdice_calls_liar({ name });
  return you ? m.liarsdice_you_call_exact() : m.liarsdice_calls_exact({ name });
}

/** Scores are the share of the others that a player outlasts. */
export function worth(value: number | null): string {
  if (value === null) return m.worth_unknown();
  const percent = value.toLocaleString(language.current, { style: 'percent' });
  return m.liarsdice_worth({ percent });
}
