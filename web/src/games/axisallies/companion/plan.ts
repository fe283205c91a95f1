/** The orders of a program as the page lists them. */
import type { Text } from '../../../lib/types';
import type { CompanionOrder, CompanionStep } from '../api';

export interface Line extends CompanionOrder {
  /** Its place in the plan, which it keeps when others have gone. */
  id: number;
}

/** Orders one rule has given together. */
export interface Chapter {
  id: number;
  title: Text;
  text: Text;
  lines: Line[];
}

export function numberedLines(orders: CompanionOrder[]): Line[] {
  return orders.map((order, id) => ({ ...order, id }));
}

/** Orders that follow each other and were given for the same reason, under one heading. */
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

/** The steps between spaces that orders make. */
export function arrowsOf(lines: Line[]): { from: string; to: string }[] {
  return lines.flatMap(({ path }) => path.slice(1).map((to, i) => ({ from: path[i]!, to })));
}

/** What was considered, by what became of it; those that were refused first, since that is the question. */
export function considered(trace: CompanionStep[]): [CompanionStep['verdict'], CompanionStep[]][] {
  const verdicts: CompanionStep['verdict'][] = ['fired', 'refused', 'waiting'];
  return verdicts.flatMap((verdict): [CompanionStep['verdict'], CompanionStep[]][] => {
    const steps = trace.filter((step) => step.verdict === verdict);
    return steps.length ? [[verdict, steps]] : [];
  });
}

/** A fresh number for dice. */
export function anySeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
