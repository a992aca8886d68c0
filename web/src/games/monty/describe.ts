import type { Choice, Prompt } from '../../park/prompts.ts';
import type { Player } from '../../table/players.ts';
import type { Happened } from '../../wire/types.ts';
import { m } from '../../words/words.ts';
import type { Describe } from '../contract.ts';
import { corner } from './ground.ts';
import {
  capital,
  choiceWords,
  dealWords,
  kindWords,
  liesWords,
  listed,
  nameOf,
  namesOf,
  placeWords,
  sideWords,
  spacesWords,
  speciesWords,
} from './naming.ts';
import type { Chosen, Lies, MontyView, Offer } from './view.ts';

type Data = Record<string, any>;
type Teller = (data: Data, name: string, players: readonly Player[]) => string;

const place = (data: Data): string => placeWords(cell(data), data['kind'] ?? null);
const cell = (data: Data): string => `${data['x']},${data['y']}`;
const MEDALS = [null, m['monty.bronze'], m['monty.silver'], m['monty.gold']] as const;

const ANSWERED: Record<string, (inputs: { name: string }) => string> = {
  talk: m['monty.e_answered_talk'],
  commit: m['monty.e_answered_commit'],
  answer: m['monty.e_answered_answer'],
  demand: m['monty.e_answered_demand'],
};
const LOST: Record<string, (inputs: { name: string; spaces: string }) => string> = {
  turn_back: m['monty.e_lost_turn_back'],
  broken_fence: m['monty.e_lost_broken_fence'],
  dead_end: m['monty.e_lost_dead_end'],
  loop: m['monty.e_lost_loop'],
};

const EVENTS: Record<string, Teller> = {
  species: (d, _n, p) =>
    listed(
      (d['species'] as string[]).map((species, seat) =>
        m['monty.is_a']({ name: nameOf(p, seat), species: speciesWords(species) }),
      ),
    ),
  sealed: (d, _n, p) => m['monty.e_sealed']({ choice: choiceWords(d, p) }),
  answered: (d, name) => (ANSWERED[d['stage']] ?? m['monty.e_answered'])({ name }),
  placer: (_d, name) => m['monty.e_placer']({ name }),
  cleared: () => m['monty.e_cleared'](),
  turn: (d, name) => {
    if (!('seat' in d)) return m['monty.race_begins']({ race: d['race'] });
    return d['to'] === 'start' ? m['monty.e_turn_start']({ name }) : m['monty.e_turn_offer']({ name });
  },
  start: (d, name) => m['monty.e_start']({ name, cell: cell(d), lies: liesWords(d['lies'] as Lies) }),
  face: () => m['monty.e_face'](),
  said: (d, name) =>
    d['number'] === null ? m['monty.e_silent']({ name }) : m['monty.e_said']({ name, number: d['number'] }),
  shown: (d, _n, p) =>
    m['monty.e_shown']({
      list: (d['numbers'] as number[])
        .map((count, seat) => m['monty.takes']({ name: nameOf(p, seat), count }))
        .join(', '),
    }),
  bluff: (d, _n, p) => m['monty.e_bluff']({ names: namesOf(p, d['seats']) }),
  passed: (_d, name) => m['monty.e_passed']({ name }),
  offer: (d, _n, p) => m['monty.e_offer']({ name: nameOf(p, d['by']), deal: dealWords(d as Offer, p) }),
  answers: (d, _n, p) =>
    m['monty.e_answers']({
      list: (d['answers'] as { seat: number; yes: boolean }[])
        .map(({ seat, yes }) => `${nameOf(p, seat)} ${yes ? m['monty.says_yes']() : m['monty.says_no']()}`)
        .join(', '),
    }),
  agreed: (d, _n, p) => m['monty.e_agreed_on']({ deal: dealWords(d, p) }),
  demands: (d, _n, p) =>
    m['monty.e_demands_are']({
      list: (d['demands'] as ({ seat: number } & Chosen)[])
        .map((one) => `${nameOf(p, one.seat)}: ${choiceWords(one, p)}`)
        .join('; '),
    }),
  failed: (d, _n, p) => {
    const names = namesOf(p, d['seats']);
    return d['then'] === 'gate' ? m['monty.e_failed_gate']({ names }) : m['monty.e_failed_seating']({ names });
  },
  share: (d, _n, p) => m['monty.e_share']({ names: namesOf(p, d['seats']), spaces: spacesWords(d['number']) }),
  level: (d, _n, p) => m['monty.e_level']({ names: namesOf(p, d['seats']) }),
  send_order: (d, name, p) => m['monty.e_send_order']({ name, order: dealWords({ order: d['order'] }, p) }),
  run: (d, name) => m['monty.e_run']({ name, spaces: spacesWords(d['spaces']) }),
  step: (d, name) => (d['hop'] ? m['monty.e_fence'] : m['monty.e_step'])({ name, place: place(d) }),
  bounce: (d, name) => (d['hop'] ? m['monty.e_fence'] : m['monty.e_bounce'])({ name, place: place(d) }),
  lead: (_d, name) => m['monty.e_lead']({ name }),
  explore: (d, name) => m['monty.e_explore']({ name, side: sideWords(d['side']) }),
  corner: (d, name) => m['monty.e_corner']({ name, card: kindWords(d['card']) }),
  no_way_home: () => m['monty.e_no_way_home'](),
  home_stage: (d, name) => m['monty.e_home_stage']({ name, stage: d['stage'] }),
  drawn: (d, name) => m['monty.e_drawn']({ name, card: kindWords(d['card']) }),
  bark: (d, name) => m['monty.e_bark']({ name, cell: cell(d) }),
  oriented: (d, name) => m['monty.e_oriented']({ name, lies: liesWords(d['lies'] as Lies) }),
  laid: (d, name) => m['monty.e_laid']({ name, place: place(d) }),
  home: (_d, name) => m['monty.e_home']({ name }),
  dead_end: (d) => m['monty.e_dead_end']({ cell: cell(d) }),
  loop: (d) => m['monty.e_loop']({ cell: cell(d) }),
  stuck: (d) => m['monty.e_stuck']({ cell: cell(d) }),
  short_cut: (_d, name) => m['monty.e_short_cut']({ name }),
  no_way_on: () => m['monty.e_no_way_on'](),
  crown_put: (d, name) => m['monty.e_crown_put']({ name, place: place(d) }),
  crown_left: () => m['monty.e_crown_left'](),
  crown_taken: (_d, name) => m['monty.e_crown_taken']({ name }),
  crown_passed: (_d, name) => m['monty.e_crown_passed']({ name }),
  lost: (d, name) => (LOST[d['cause']] ?? m['monty.e_lost'])({ name, spaces: spacesWords(d['spaces']) }),
  rests: (_d, name) => m['monty.e_rests']({ name }),
  hop: (d, name) => m['monty.e_hop']({ name, side: sideWords(d['side']) }),
  push: (d, other, p) =>
    m['monty.e_push']({ name: nameOf(p, d['by']), other, side: sideWords(d['side']) }),
  shoved: (d, name) =>
    (d['cause'] === 'make_room' ? m['monty.e_made_room'] : m['monty.e_shoved'])({ name, place: place(d) }),
  shared: (_d, name) => m['monty.e_shared']({ name }),
  sent_back: (d, name) => m['monty.e_sent_back']({ name, place: place(d) }),
  stays: (_d, name) => m['monty.e_stays']({ name }),
  round: (d) => m['monty.e_round']({ round: d['round'] }),
  dusk: (d) => m['monty.e_dusk']({ round: d['round'] }),
  race_over: (d, _n, p) => {
    const { race, finisher, ending } = d;
    if (finisher === null) return m['monty.e_race_nobody']({ race });
    const name = nameOf(p, finisher);
    return ending === 'dusk' ? m['monty.e_race_dusk']({ race, name }) : m['monty.e_race_home']({ race, name });
  },
  place: (d, name) => {
    const medal = MEDALS[d['points'] as number]?.();
    return medal
      ? m['monty.e_medal']({ name, place: d['place'], medal, total: d['total'] })
      : m['monty.e_place']({ name, place: d['place'] });
  },
  game_over: (d, _n, p) => m['monty.e_game_over']({ names: namesOf(p, d['winners']) }),
};

function event(happened: Happened, players: readonly Player[]): string | null {
  const data: Data = happened.data ?? {};
  const name = typeof data['seat'] === 'number' ? nameOf(players, data['seat']) : '';
  return EVENTS[happened.event]?.(data, name, players) ?? null;
}

function ask(prompt: Prompt, view: MontyView, players: readonly Player[]): string | null {
  const { run, talks } = view;
  const others = talks ? namesOf(players, talks.members.filter((seat) => seat !== prompt.seat)) : '';
  const left = spacesWords(run?.left ?? 0);
  switch (prompt.stage) {
    case 'species':
      return m['monty.a_species']();
    case 'start':
      return view.table.geometry === 'grid' ? m['monty.a_start']() : m['monty.a_start_free']();
    case 'talk':
      return m['monty.a_talk']();
    case 'commit':
      return m['monty.a_commit']();
    case 'offer':
      return talks?.matter === 'order'
        ? m['monty.a_offer_order']({ names: others })
        : m['monty.a_offer_split']({ names: others, spaces: spacesWords(talks?.number ?? 0) });
    case 'answer':
      return talks?.offer
        ? m['monty.a_answer']({ name: nameOf(players, talks.offer.by), deal: dealWords(talks.offer, players) })
        : null;
    case 'demand':
      return talks?.matter === 'order'
        ? m['monty.a_demand_order']()
        : m['monty.a_demand_split']({ spaces: spacesWords(talks?.number ?? 0) });
    case 'send_order':
      return m['monty.a_send_order']();
    case 'gate':
      return m['monty.a_gate']();
    case 'step':
      return run?.left ? m['monty.a_step']({ spaces: left }) : m['monty.a_bounce']();
    case 'explore':
      if (run?.pushed != null) return m['monty.a_explore_pushed']();
      return run?.left ? m['monty.a_explore']({ spaces: left }) : m['monty.a_explore_bounce']();
    case 'orient':
      return m['monty.a_orient']({ card: kindWords(run?.card ?? '') });
    case 'push':
      return run?.pushed === prompt.seat
        ? m['monty.a_hop']()
        : m['monty.a_push']({ name: nameOf(players, run?.pushed ?? 0) });
    case 'crown':
      return m['monty.a_crown']();
    default:
      return null;
  }
}

function choice(told: Choice, view: MontyView, players: readonly Player[]): string | null {
  const move = told.action;
  const effect: Data = told.effect ?? {};
  const tile = typeof effect['tile'] === 'number' ? view.tiles[effect['tile']] : undefined;
  const where = tile ? placeWords(`${tile.x},${tile.y}`, tile.kind) : String(effect['cell'] ?? '');
  const side = move['side'] ? sideWords(move['side']) : '';
  switch (move.do) {
    case 'species':
      return `${capital(speciesWords(move['species']))}: ${move['species'] === 'cat' ? m['monty.cat_means']() : m['monty.squirrel_means']()}`;
    case 'start':
      return m['monty.c_start']({ cell: where || `${move['x']},${move['y']}`, lies: liesWords(move['axis']) });
    case 'claim':
      return move['number'] === 'silent' ? m['monty.c_silent']() : m['monty.c_say']({ number: move['number'] });
    case 'commit':
      return m['monty.c_commit']({ number: move['number'] });
    case 'offer':
      return effect['split'] ? m['monty.c_offer']({ deal: dealWords(effect, players) }) : null;
    case 'order':
      return effect['order'] ? dealWords(effect, players) : null;
    case 'demand':
      return m['monty.c_demand']({ spaces: spacesWords(move['spaces']) });
    case 'pass':
      return withFail(m['monty.pass'](), told);
    case 'respond':
      return move['answer'] === 'accept' ? m['monty.yes']() : withFail(m['monty.no'](), told);
    case 'gate':
    case 'gate_tile':
      return m['monty.c_gate']({ place: where });
    case 'step':
      return m['monty.c_step']({ side, place: where });
    case 'explore':
      return explored(told, side);
    case 'orient':
      return m['monty.c_orient']({ card: capital(kindWords(view.run?.card ?? '')), lies: liesWords(move['axis']) });
    case 'push':
      return view.run?.pushed === view.run?.seat
        ? m['monty.c_hop']({ side })
        : m['monty.c_push']({ name: nameOf(players, view.run?.pushed ?? 0), side });
    case 'shortcut':
      return m['monty.c_shortcut']();
    case 'crown':
    case 'crown_tile':
      return m['monty.c_crown']({ place: where });
    default:
      return null;
  }
}

/** With what it means for the talks. */
function withFail(words: string, told: Choice): string {
  return told.effect?.['talks_fail'] ? `${words} (${m['monty.talks_fail']()})` : words;
}

function explored(told: Choice, side: string): string {
  const [pile, turn] = String(told.action['card']).split('-');
  if (turn === undefined) return m['monty.c_draw']({ side });
  const kind = pile === 'gated' ? 'gated corner' : 'plain corner';
  const open = listed(corner(kind, Number(turn)).open.map(sideWords));
  const words = m['monty.c_corner']({ card: capital(kindWords(kind)), side, open });
  if (told.effect?.['dead_end']) return `${words} – ${m['monty.dead_end']()}`;
  return told.effect?.['joins'] ? `${words} – ${m['monty.joins']()}` : words;
}

export const describe: Describe = { event, ask, choice };
