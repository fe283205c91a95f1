import type { BoardProps } from '../../types';
import { OddsBook } from '../odds.svelte';
import { Battles } from './battles.svelte';
import { Draft } from './draft.svelte';
import { Movement } from './movement.svelte';
import { NewsReader } from './news.svelte';
import { PhaseState } from './phase.svelte';
import { Placement } from './placement.svelte';
import { OrderQueue } from './queue.svelte';
import { Situation } from './situation.svelte';

/** The state of a board, part by part. It is created while its board is. */
export class WarRoom {
  readonly situation: Situation;
  readonly draft: Draft;
  readonly queue: OrderQueue;
  readonly movement: Movement;
  readonly placement: Placement;
  readonly battles: Battles;
  readonly news: NewsReader;
  readonly phase: PhaseState;

  constructor(props: () => BoardProps) {
    const book = new OddsBook(props().table.options);
    $effect(() => () => book.stop());
    this.situation = new Situation(props);
    this.draft = new Draft(this.situation);
    this.queue = new OrderQueue(this.situation, () => (this.draft.sure = false));
    this.movement = new Movement(this.situation, this.draft, this.queue, book);
    this.placement = new Placement(this.situation, this.draft, this.queue);
    this.battles = new Battles(this.situation, this.queue, book);
    this.news = new NewsReader(this.situation);
    this.phase = new PhaseState(this.situation, this.draft, this.queue, this.movement, this.placement);
  }

  /** The spaces that light up, each with the words on its badge. */
  targets = $derived.by((): Record<string, string | null> =>
    this.situation.view.phase === 'place' ? this.placement.limits : this.movement.badges,
  );

  /** A space was chosen on the map: units go there, are placed there, or are chosen there. */
  select(space: string | null): void {
    this.draft.sure = false;
    this.draft.question = null;
    const lit = space !== null && space in this.targets;
    if (lit && this.movement.from) this.movement.go(space);
    else if (this.placement.active) this.placement.choose(lit ? space : null);
    else this.draft.choose(space);
  }

  /** Shows the first aircraft that must land. */
  showLanding(): void {
    const first = this.movement.aloft.find(({ goals }) => goals.length > 0);
    if (this.news.open) this.news.close();
    if (first) this.movement.land(first);
  }

  /** Goes one step back: closes what is open, or drops what is chosen. */
  cancel(): void {
    const { situation, draft, battles, news } = this;
    if (battles.shown && (battles.ended || battles.skippable)) battles.close();
    else if (draft.question) draft.question = null;
    else if (draft.sure) draft.sure = false;
    else if (draft.space) draft.choose(null);
    else if (news.open) news.close();
    else situation.skip();
  }
}
