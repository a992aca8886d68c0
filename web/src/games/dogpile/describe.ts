import type { Describe } from '../contract.ts';
import type { Player } from '../../table/players.ts';
import type { Happened } from '../../wire/types.ts';
import { m } from '../../words/words.ts';
import type { PileView } from './pile.ts';
import { facesWords, faceWords, featWords } from './words.ts';

/** DOGPILE in the reader's language: what happened, what is asked, what a choice does. */
export const describe: Describe = {
  event: tell,
  ask(prompt, seen) {
    const view = seen as PileView;
    const dog = view.players[prompt.seat];
    if (!dog) return null;
    switch (prompt.stage) {
      case 'ready':
        return m['dogpile.ask_ready']({ round: view.round });
      case 'sniff': {
        const smelled = (view.sniff?.lifted ?? []).flatMap((face) => (face ? [face] : []));
        const left = 3 - smelled.length;
        return smelled.length
          ? m['dogpile.ask_sniff_on']({ bones: facesWords(smelled), left })
          : m['dogpile.ask_sniff']();
      }
      case 'lay':
        return m['dogpile.ask_lay']({ left: 3 - (view.sniff?.laid ?? 0) });
      case 'dig':
        if (dog.dug?.bone) return m['dogpile.ask_settle']({ bone: faceWords(dog.dug.bone) });
        return dog.paws.length === 3 ? m['dogpile.ask_full']() : m['dogpile.ask_dig']();
      default:
        return null;
    }
  },
  choice({ action }, seen) {
    const dog = (seen as PileView).players[(seen as PileView).you ?? -1];
    const spot = Number(action['spot']);
    switch (action.do) {
      case 'ready':
        return m['dogpile.paws_up']();
      case 'stop':
        return m['dogpile.no_sniff']();
      case 'wait':
        return m['dogpile.wait']();
      case 'keep':
        return m['dogpile.do_keep']({ bone: faceWords(dog?.dug?.bone ?? '') });
      case 'dig':
        return m['dogpile.do_dig']({ spot });
      case 'sniff':
        return m['dogpile.do_sniff']({ spot });
      case 'lay':
        return m['dogpile.do_lay']({ spot });
      case 'put':
        return sided(action['side'], { bone: faceWords(dog?.dug?.bone ?? ''), spot });
      case 'bury':
        return sided(action['side'], { bone: faceWords(dog?.paws[Number(action['paw']) - 1] ?? ''), spot });
      default:
        return null;
    }
  },
};

const sided = (side: unknown, what: { bone: string; spot: number }) =>
  side === 'up' ? m['dogpile.do_lay_up'](what) : m['dogpile.do_lay_down'](what);

function tell(one: Happened, players: readonly Player[]): string | null {
  const data = (one.data ?? {}) as Record<string, any>;
  const name = players[data['seat']]?.name ?? '';
  const spot = Number(data['spot']);
  const bone = data['bone'] ? faceWords(data['bone']) : '';
  switch (one.event) {
    case 'ready':
      return m['dogpile.happened_ready']({ name });
    case 'countdown':
      return m['dogpile.happened_countdown']({ round: data['round'] });
    case 'begin':
      return m['dogpile.happened_begin']();
    case 'go':
      return m['dogpile.happened_go']({ seconds: data['seconds'] });
    case 'dug':
      return bone ? m['dogpile.happened_dug_up']({ name, bone, spot }) : m['dogpile.happened_dug']({ name, spot });
    case 'found':
      return players[data['seat']]?.mine
        ? m['dogpile.happened_found']({ bone })
        : m['dogpile.happened_found_by']({ name, bone });
    case 'kept':
      return m['dogpile.happened_kept']({ name, paws: data['paws'] });
    case 'put':
      return bone ? m['dogpile.happened_put_up']({ name, bone, spot }) : m['dogpile.happened_put']({ name, spot });
    case 'buried':
      return bone
        ? m['dogpile.happened_buried_up']({ name, bone, spot })
        : m['dogpile.happened_buried']({ name, spot });
    case 'waited':
      return m['dogpile.happened_waited']({ name });
    case 'time_up':
      return m['dogpile.happened_time_up']({ round: data['round'] });
    case 'loot': {
      const told = m['dogpile.happened_loot']({ name, bones: facesWords(data['bones']), points: data['points'] });
      return data['feat'] ? `${told} ${featWords(data['feat'])}: +${data['extra']}` : told;
    }
    case 'covered':
      return m['dogpile.happened_covered']();
    case 'sniff':
      return m['dogpile.happened_sniff']({ name });
    case 'sniffed':
      return m['dogpile.happened_sniffed']({ name, spot });
    case 'smelled':
      return m['dogpile.happened_smelled']({ bone });
    case 'stopped':
      return m['dogpile.happened_stopped']({ name });
    case 'lay':
      return m['dogpile.happened_lay']({ name });
    case 'laid':
      return m['dogpile.happened_laid']({ name, spot });
    case 'shuffled':
      return m['dogpile.happened_shuffled']();
    case 'chance_chooses':
      return m['dogpile.happened_chance']({ name });
    case 'paws_up':
      return m['dogpile.happened_paws_up']({ round: data['round'] });
    case 'boneathon':
      return m['dogpile.happened_boneathon']({ name, ranks: data['ranks'].join(', '), extra: data['extra'] });
    case 'game_over': {
      const names = (data['winners'] as number[]).map((seat) => players[seat]?.name ?? '').join(' & ');
      const points = data['points'][data['winners'][0]];
      return data['by'] === 'blackjaw'
        ? m['dogpile.happened_blackjaw']({ names, points })
        : m['dogpile.happened_fullhound']({ names, points });
    }
    default:
      return null;
  }
}
