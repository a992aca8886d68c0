import type { Facts, Option } from '../park/facts.ts';
import type { RulesPage } from '../wire/types.ts';

/** A house rule of a table that is not as usual. */
export interface HouseRule {
  option: Option;
  value: unknown;
}

/** The house rules that are not as usual. */
export function changedRules(facts: Facts, options: Record<string, unknown>): HouseRule[] {
  return facts.options
    .filter(
      (option) =>
        option.name in options &&
        JSON.stringify(options[option.name]) !== JSON.stringify(option.default),
    )
    .map((option) => ({ option, value: options[option.name] }));
}

/** By rule: the house rules that change it. That is its own rule, and those which that one names. */
export function marksOf(page: RulesPage, changed: readonly HouseRule[]): Map<string, HouseRule[]> {
  const marks = new Map<string, HouseRule[]>();
  const texts = new Map(page.parts.flatMap((part) => part.texts.map((text) => [text.rule, text.html])));
  for (const one of changed) {
    const named = (texts.get(one.option.rule) ?? '').matchAll(/href="#([^"]+)"/g);
    for (const rule of new Set([one.option.rule, ...[...named].map((found) => found[1]!)]))
      marks.set(rule, [...(marks.get(rule) ?? []), one]);
  }
  return marks;
}
