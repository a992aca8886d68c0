/** What a seat is asked. Few choices come one by one, many as forms: one for each kind of move. */
export type Move = { do: string } & Record<string, any>;

export interface Choice {
  action: Move;
  /** In short, as one would type it. */
  text: string;
  /** What it would do. */
  words: string;
  /** What it would do, for drawing; each game has its own. */
  effect?: Record<string, any>;
}

export interface Form {
  do: string;
  fields: string[];
  /** One row a move: the values of the fields. */
  moves: unknown[][];
}

export interface Prompt {
  seat: number;
  stage: string;
  /** The question, in words. */
  ask: string;
  choices?: Choice[];
  count?: number;
  forms?: Form[];
  [more: string]: unknown;
}

/** Every move that may be answered, however the prompt lists them. */
export function movesOf(prompt: Prompt): Move[] {
  if (prompt.choices) return prompt.choices.map((choice) => choice.action);
  return (prompt.forms ?? []).flatMap((form) =>
    form.moves.map((values) => ({
      do: form.do,
      ...Object.fromEntries(form.fields.map((field, at) => [field, values[at]])),
    })),
  );
}
