import type { Plugin } from 'vite';
import type { Folders } from './device';

/**
 * Writes `files.json`, by which pages keep games, those of an older build, too: the files of the board of each
 * game, and the folders of the games for this device.
 */
export function listedFiles(games: string[], device: Folders | null): Plugin {
  return {
    name: 'listed-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).sort();
      const filesOf = (game: string) => names.filter((name) => name.startsWith(`assets/${game}-`));
      const boards = Object.fromEntries(games.map((game) => [game, filesOf(game)]));
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify({ boards, device }) });
    },
  };
}
