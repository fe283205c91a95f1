import { readdirSync } from 'node:fs';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { compressed } from './scripts/compress';

const STATIC = '../partie/service/static';
const GAMES = readdirSync(new URL('src/games', import.meta.url));
/**
 * Files that nobody needs before they play or read: the boards and what they share, pages of their own, the
 * renderer of rules, and the arena, which shows nothing without a server.
 */
const ARENA = readdirSync(new URL('src/arena', import.meta.url)).map((file) => file.replace(/\..*$/, ''));
const ON_DEMAND = [...GAMES, 'SheetPanel', 'Markdown', ...ARENA];

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
          id: '/',
          start_url: '/',
          scope: '/',
          categories: ['games'],
          display: 'standalone',
          background_color: '#f3eee4',
          theme_color: '#23483c',
          icons: [
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
            { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
            { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
            { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
          ],
        },
        // The shell only: answers of the API must always come from the server, and boards are kept when
        // somebody has played on them.
        workbox: {
          navigateFallback: '/index.html',
          navigateFallbackDenylist: [/^\/api\//],
          globIgnores: ON_DEMAND.map((name) => `assets/${name}-*`),
          runtimeCaching: [
            {
              urlPattern: /\/assets\//,
              handler: 'CacheFirst',
              options: { cacheName: 'on-demand', expiration: { maxEntries: 60 } },
            },
          ],
        },
      }),
      compressed(STATIC),
    ];

export default defineConfig({
  base: '/',
  plugins,
  build: {
    outDir: STATIC,
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
  test: { environment: 'node', include: ['tests/**/*.test.ts'] },
});
