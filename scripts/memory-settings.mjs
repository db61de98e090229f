// What the site's process is started with, so that a small machine has room beside it; deploy/clubroom.service and the Dockerfile say the same.
export function memorySettings({ MALLOC_ARENA_MAX = '2', NODE_OPTIONS = '' } = process.env) {
  return {
    // Memory that making smaller images took is given back, instead of being kept once per thread.
    MALLOC_ARENA_MAX,
    // Megabytes for what was just made; Node's own 16 are never given back. What somebody else sets comes later and wins.
    NODE_OPTIONS: `--max-semi-space-size=4 ${NODE_OPTIONS}`.trim(),
  };
}
