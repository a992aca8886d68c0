import type { Choice } from '../../park/prompts.ts';

/** Makes any button offer a choice: its name, what a press does, what looking at it shows. */
export type Offer = (choice: Choice) => {
  type: 'button';
  'aria-label': string;
  'data-choice': string;
  'aria-disabled': boolean;
  tabindex: 0 | -1;
  onclick: () => void;
  onpointerenter: () => void;
  onpointerleave: () => void;
  onpointerdown: () => void;
  onfocus: (event: FocusEvent) => void;
  onblur: () => void;
};
