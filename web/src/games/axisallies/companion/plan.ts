/** The orders of a program as the page lists them. */
import type { Text } from '../../../lib/types';
import type { CompanionOrder, CompanionStep } from '../api';

export interface Line extends CompanionOrder {
  /** Its place in the plan, which it keeps when others are removed. */
  id: number;
}

/** Orders given by one rule. */
export interface Chapter {
  id: number;
  title: Text;
  text: Text;
  lines: Line[];
}

export function numberedLines(orders: CompanionOrder[]): Line[] {
  return orders.map((order, id) => ({ ...order, id }));
}

/** Groups consecutive orders that were given for the same reason. */
export function chapters(lines: Line[]): Chapter[] {
  const found: Chapter[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && last.title.en === line.rule.title.en && last.text.en === line.rule.text.en)
      last.lines.push(line);
    else found.push({ id: line.id, title: line.rule.title, text: line.rule.text, lines: [line] });
  }
  return found;
}

/** The moves from space to space in orders. */
export function arrowsOf(lines: Line[]): { from: string; to: string }[] {
  return lines.flatMap(({ path }) => path.slice(1).map((to, i) => ({ from: path[i]!, to })));
}

/** The rules considered, by outcome; those that were refused first. */
export function considered(trace: CompanionStep[]): [CompanionStep['verdict'], CompanionStep[]][] {
  const verdicts: CompanionStep['verdict'][] = ['fired', 'refused', 'waiting'];
  return verdicts.flatMap((verdict): [CompanionStep['verdict'], CompanionStep[]][] => {
    const steps = trace.filter((step) => step.verdict === verdict);
    return steps.length ? [[verdict, steps]] : [];
  });
}

/** A new seed for dice. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
