import { api } from '../park/api.ts';
import { gameOfRule } from '../ways.ts';
import type { RulesPage } from '../wire/types.ts';

const pages = new Map<string, Promise<RulesPage>>();

/** A game's rules in a language, fetched once; after a failure anew. */
export function rulesOf(game: string, language: string): Promise<RulesPage> {
  const name = `${game} ${language}`;
  let page = pages.get(name);
  if (!page) {
    page = api.rules(game, language);
    pages.set(name, page);
    page.catch(() => pages.delete(name));
  }
  return page;
}

/** The text of a rule, as HTML. */
export function textOf(page: RulesPage, rule: string): string | null {
  return page.parts.flatMap((part) => part.texts).find((text) => text.rule === rule)?.html ?? null;
}

const MARKS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** What a rule says, as plain words; null if there is no such rule in that language. */
export async function wordsOfRule(rule: string, language: string): Promise<string | null> {
  const page = await rulesOf(gameOfRule(rule), language);
  if (page.language !== language) return null;
  return (
    textOf(page, rule)
      ?.replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => MARKS[name]!)
      .replaceAll(/\s+/g, ' ')
      .trim() ?? null
  );
}
