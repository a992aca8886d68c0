import type { Component } from 'svelte';
import type { HappenedStream } from '../park/happened.ts';
import type { Choice, Move, Prompt } from '../park/prompts.ts';
import type { WatchedTable } from '../park/watched.svelte.ts';
import type { Player } from '../table/players.ts';
import type { Happened } from '../wire/types.ts';

/** What a game's scene is given. It draws; it decides no rule. See web/README.md. */
export interface SceneProps<View = any> {
  /** The whole table: info, clocks, log. */
  table: WatchedTable;
  /** Through whose eyes; null for a spectator. */
  seat: number | null;
  /** The server's view for those eyes. Replaced on every change, never changed in place. */
  view: View;
  /** What this seat is asked now, or null. Light what it offers, and nothing else. */
  prompt: Prompt | null;
  /** Makes a move. Says whether it was accepted; the frame tells the person why if not. */
  act: (move: Move) => Promise<boolean>;
  /** What a move would do, in words; for prompts that come as forms. */
  explain: (move: Move) => Promise<string>;
  /** A move is under way: choices wait. */
  busy: boolean;
  /** What happens, for animation. The scene must be right without ever listening. */
  events: HappenedStream;
  /** Names, colours and shapes of the seats, by seat. */
  players: readonly Player[];
  motion: 'full' | 'reduced';
  mode: 'play' | 'replay';
  /** Tells the frame whether the scene still shows what happened: the question waits for that. */
  settling?: (still: boolean) => void;
}

/** Where a game says things better than the server's English; null leaves it to the server. */
export interface Describe {
  event?: (happened: Happened, players: readonly Player[]) => string | null;
  ask?: (prompt: Prompt, view: any, players: readonly Player[]) => string | null;
  choice?: (choice: Choice, view: any, players: readonly Player[]) => string | null;
}

/** What `games/<game>/index.ts` exports. The cover is apart, in `Cover.svelte`: home shows it alone. */
export interface GameModule {
  Scene: Component<SceneProps>;
  describe: Describe;
  /**
   * How the frame lists this prompt's choices below the scene: as buttons, or folded behind one
   * button where the scene offers them all itself. Left out: as buttons.
   */
  bar?: (prompt: Prompt) => 'buttons' | 'folded';
}
