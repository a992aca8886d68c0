import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { words } from './words.config.js';

const OUT = process.env.DOGPARK_PAGE_OUT ?? '../src/dogpark/page/dist';
const SERVER = process.env.DOGPARK_SERVER ?? 'http://127.0.0.1:8765';

/** Lays a smaller twin beside every text file, so that the server never compresses anything. */
function twins(): Plugin {
  let out = '';
  return {
    name: 'twins',
    apply: 'build',
    configResolved: (config) => void (out = resolve(config.root, config.build.outDir)),
    closeBundle() {
      for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name)) continue;
        const whole = readFileSync(join(out, name));
        if (whole.length < 1024) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(join(out, `${name}.br`), brotliCompressSync(whole, { params }));
        writeFileSync(join(out, `${name}.gz`), gzipSync(whole, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  publicDir: 'static',
  plugins: [
    paraglideVitePlugin(words as Parameters<typeof paraglideVitePlugin>[0]),
    svelte(),
    twins(),
  ],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // those that know light-dark()
    assetsInlineLimit: 0, // the server's policy lets nothing inline run; keep one way for all files
    reportCompressedSize: false,
    rolldownOptions: {
      // One file lists all messages. Each goes to the screens that say it, not with the list to all.
      treeshake: { moduleSideEffects: [{ test: /words\/compiled/, sideEffects: false }] },
    },
  },
  optimizeDeps: { include: ['uqr'] }, // found late, it would reload the page in the middle of a game
  server: {
    port: 5173,
    // The server believes a cookie only from its own origin, so the proxy speaks as that origin.
    proxy: {
      '/api': { target: SERVER, changeOrigin: true, ws: true, headers: { origin: SERVER } },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
