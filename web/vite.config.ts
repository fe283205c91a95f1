import { readdirSync } from 'node:fs';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { compressed } from './scripts/compress';
import { copiedDevice, deviceFolders } from './scripts/device';
import { listedFiles } from './scripts/files';

/** The folder of a site of plain files, absolute; without it the pages are built for the server. */
const SITE = process.env.PARTIE_SITE;
/** Where the pages of a server are built, if not into the package. */
const OUT = SITE ?? process.env.PARTIE_PAGES ?? '../partie/service/static';
const BASE = SITE ? './' : '/';
/** The folder that `partie build device` has written; without it every game is played on the server. */
const DEVICE = process.env.PARTIE_DEVICE;
const FOLDERS = DEVICE ? deviceFolders(DEVICE) : null;
/** See `src/lib/site.ts`. */
const site = {
  folder: SITE !== undefined,
  server: process.env.PARTIE_SITE_SERVER || null,
  device: FOLDERS,
};
const GAMES = readdirSync(new URL('src/games', import.meta.url));
/**
 * Files that nobody needs before they play or read: the boards and what they share, pages of their own, the
 * renderer of rules, and the arena, which shows nothing without a server.
 */
const ARENA = readdirSync(new URL('src/arena', import.meta.url)).map((file) => file.replace(/\..*$/, ''));
const ARENA_WORDS = ['arena', 'arena_program', 'arena_tournaments'];
/** Pages that need the server anyway, where there is one. */
const WITH_SERVER = [
  'LobbyPage',
  'NewTable',
  'MePage',
  'WelcomePage',
  'SettingsPage',
  'ReplayPage',
  'bundle',
];
/** What only pages and games that are loaded on demand share. */
const SHARED_ON_DEMAND = ['SettingField', 'Card', 'figures', 'replay_previous'];
const ON_DEMAND = [
  ...GAMES,
  ...ARENA,
  ...(SITE ? [] : ['SheetPanel', 'Markdown', ...ARENA_WORDS, ...WITH_SERVER, ...SHARED_ON_DEMAND]),
];
/** What a folder holds in place of the API's answers: games, rules, and the lists of their files. */
const STATIC_ANSWERS = ['files.json', 'assets/{device,game}-*/{games,sizes,rules.en,rules.fr}.json'];
/** The cache of what is loaded on demand (`src/lib/offline.ts`). */
const KEPT = 'on-demand';

/**
 * What is loaded for one game only is called after it: a chunk by the modules in it, a style sheet by its
 * chunk.
 */
const gameOf = (module: string | undefined) => /src\/games\/(\w+)\//.exec(module ?? '')?.[1];
const games = new Map<string, string>();

/** What the declarations of all games need: every page has it, so it must not look like a part of one game. */
const DECLARED = 'declared';

function chunkName(name: string, modules: string[]): string {
  if (name === DECLARED) return name;
  const game = gameOf(modules.find(gameOf));
  if (game) games.set(`${name}.css`, game);
  return game ?? '[name]';
}

const server = process.env.PARTIE_SERVER ?? 'http://localhost:8642';

// Unit tests are about modules, some of them with runes: nothing else has to be made for them.
const plugins = process.env.VITEST
  ? [svelte()]
  : [
      paraglideVitePlugin({
        project: './project.inlang',
        outdir: './src/paraglide',
        strategy: ['baseLocale'],
      }),
      svelte(),
      listedFiles(GAMES, FOLDERS),
      ...(DEVICE && FOLDERS ? [copiedDevice(DEVICE, OUT, FOLDERS)] : []),
      VitePWA({
        registerType: 'autoUpdate',
        includeAssets: ['favicon.svg'],
        // Whoever installs the app gets the icons then.
        includeManifestIcons: false,
        manifest: {
          name: 'Partie',
          short_name: 'Partie',
          description:
            'Table games with opponents that think. Jeux de société, adversaires qui réfléchissent.',
          id: BASE,
          start_url: BASE,
          scope: BASE,
          categories: ['games'],
          display: 'standalone',
          background_color: '#f3eee4',
          theme_color: '#23483c',
          icons: [
            { src: `${BASE}favicon.svg`, sizes: 'any', type: 'image/svg+xml' },
            { src: `${BASE}icons/icon-192.png`, sizes: '192x192', type: 'image/png' },
            { src: `${BASE}icons/icon-512.png`, sizes: '512x512', type: 'image/png' },
            {
              src: `${BASE}icons/maskable-512.png`,
              sizes: '512x512',
              type: 'image/png',
              purpose: 'maskable',
            },
          ],
        },
        // The shell only: answers of the API must always come from the server; boards, and games for this
        // device, are kept when somebody has played them. A site of plain files has no API, but answers in
        // files.
        workbox: {
          navigateFallback: `${BASE}index.html`,
          navigateFallbackDenylist: [/^\/api\//],
          globPatterns: ['**/*.{js,css,html}', ...(SITE ? STATIC_ANSWERS : [])],
          globIgnores: ON_DEMAND.map((name) => `assets/${name}-*`),
          runtimeCaching: [
            {
              // Rules are readable without a network, once they have been loaded.
              urlPattern: /\/api\/games\/[^/]+\/rules/,
              handler: 'NetworkFirst',
              options: { cacheName: 'rules', networkTimeoutSeconds: 4, expiration: { maxEntries: 60 } },
            },
            {
              urlPattern: /\/assets\//,
              handler: 'CacheFirst',
              options: { cacheName: KEPT, expiration: { maxEntries: 300 } },
            },
          ],
        },
      }),
      ...(SITE ? [] : [compressed(OUT)]),
    ];

export default defineConfig({
  base: BASE,
  // Unit tests set it themselves.
  define: process.env.VITEST ? {} : { __SITE__: JSON.stringify(site) },
  plugins,
  build: {
    outDir: OUT,
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: DECLARED, test: /src\/games\/index\.ts$/ }] },
        chunkFileNames: ({ name, moduleIds }) => `assets/${chunkName(name, moduleIds)}-[hash].js`,
        assetFileNames: ({ names, originalFileNames }) =>
          `assets/${gameOf(originalFileNames[0]) ?? games.get(names[0] ?? '') ?? '[name]'}-[hash][extname]`,
      },
    },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // Each file has a thread of its own: what one puts in place of a module reaches no other.
  test: { environment: 'node', include: ['tests/**/*.test.ts'], pool: 'threads' },
});
