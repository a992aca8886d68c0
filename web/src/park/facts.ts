/** What `/api/games` tells of the games: facts as data, house rules among them. */
interface OptionCommon {
  name: string;
  /** What it decides, in words. */
  words: string;
  /** The rule it belongs to, by its id. */
  rule: string;
  /** What it may be, in words. */
  bounds: string;
}

export type Option = OptionCommon &
  (
    | { kind: 'choice'; values: string[]; default: string }
    | { kind: 'whole'; low: number; high: number; default: number }
    | { kind: 'seat'; default: string | number }
    | { kind: 'split'; low: number; total: number; default: number[] }
    | { kind: 'wholes'; low: number; high: number; default: number[] }
    | { kind: 'cells'; width: number; height: number; most: number; default: string }
  );

export interface Facts {
  name: string;
  title: string;
  edition: string;
  sentence: string;
  minutes: number;
  /** How many may play. */
  players: number[];
  /** Seats of each team, by the number of players. */
  teams: Record<string, number[][]>;
  rules_version: string;
  rule_prefix: string;
  hidden: boolean;
  /** Played against a clock of its own. */
  timed: boolean;
  /** The rule that forbids talk during a round, if one does. */
  no_conferring: string | null;
  stages: string[];
  options: Option[];
}

export interface Games {
  games: Facts[];
  /** The bots there are, by level. */
  bots: string[];
}
