import type { Plugin } from 'vite';

/** Writes `boards.json`: the files that are loaded for one game only, by game, so that they can be kept. */
export function listedBoards(games: string[]): Plugin {
  return {
    name: 'listed-boards',
    apply: 'build',
    generateBundle(_, bundle) {
      const names = Object.keys(bundle).sort();
      const filesOf = (game: string) => names.filter((name) => name.startsWith(`assets/${game}-`));
      const boards = Object.fromEntries(games.map((game) => [game, filesOf(game)]));
      this.emitFile({ type: 'asset', fileName: 'boards.json', source: JSON.stringify(boards) });
    },
  };
}
