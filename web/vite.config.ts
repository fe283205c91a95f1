import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

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
        includeAssets: ['favicon.svg', 'icons/apple-touch-icon.png'],
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
        // The shell only: answers of the API must always come from the server.
        workbox: { navigateFallback: '/index.html', navigateFallbackDenylist: [/^\/api\//] },
      }),
    ];

export default defineConfig({
  base: '/',
  plugins,
  build: { outDir: '../partie/service/static', emptyOutDir: true },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { environment: 'node', include: ['tests/**/*.test.ts'] },
});
