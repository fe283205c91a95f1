// Draws the PNG icons from favicon.svg with Chromium: `npm run icons` (CHROMIUM names another browser).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const chromium = process.env.CHROMIUM ?? 'chromium';
const mark = readFileSync('public/favicon.svg', 'utf8');
const dots = mark.replace(/<rect[^>]*>/, '');
const folder = mkdtempSync(join(tmpdir(), 'icons-'));

/** `full` icons fill the square to its corners: launchers cut their own shape out of it. */
const icons = [
  { name: 'icon-192', size: 192, full: false },
  { name: 'icon-512', size: 512, full: false },
  { name: 'maskable-512', size: 512, full: true },
  { name: 'apple-touch-icon', size: 180, full: true },
];

mkdirSync('public/icons', { recursive: true });
for (const { name, size, full } of icons) {
  const page = join(folder, `${name}.html`);
  const background = full ? '#23483c' : 'transparent';
  const style = `body{margin:0;background:${background}}svg{display:block;width:${size}px;height:${size}px}`;
  writeFileSync(page, `<style>${style}</style>${full ? dots : mark}`);
  execFileSync(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    '--default-background-color=00000000',
    `--window-size=${size},${size}`,
    `--screenshot=${join('public/icons', `${name}.png`)}`,
    `file://${page}`,
  ]);
}
