import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH_COMPRESSING = /\.(m?js|css|html|svg|json|webmanifest|wasm)$/;
const WORTH_IT = 1024;

/** Writes each text and module of the build a second and a third time, compressed: the server only chooses. */
export function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: {
      // After the service worker is written, which is done in the same step.
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
          const file = join(folder, name);
          if (WORTH_COMPRESSING.test(name) && statSync(file).size >= WORTH_IT) compress(file);
        }
      },
    },
  };
}

function compress(file: string): void {
  const text = readFileSync(file);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(text, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
}
