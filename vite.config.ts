import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  environments: {
    // The process itself is the server's entry, so that pages and plumbing share one module graph (and one database).
    ssr: { build: { rollupOptions: { input: './app/main.ts' } } },
  },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  optimizeDeps: { entries: ['app/**/*.{ts,tsx}'] },
});
