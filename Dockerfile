# The site as a small image: built in full, served with what serving needs. Settings: docs/deploy.md.
FROM node:24-bookworm-slim AS build
WORKDIR /clubroom
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node -e "import('./scripts/setup.mjs').then((setup) => setup.ensureInstalled())"
COPY . .
RUN node scripts/build.mjs --quiet

# Only what serving and the club command load. The image has a Node of its own, and what browsers load is in build/client.
FROM node:24-bookworm-slim AS packages
WORKDIR /clubroom
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
RUN cd node_modules && rm -rf node-linux-* typescript @typescript

FROM node:24-bookworm-slim
# Two arenas: what making smaller images takes is given back, instead of being kept once per thread.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /clubroom
COPY --from=packages /clubroom/node_modules node_modules
COPY --from=build /clubroom/build build
COPY package.json club.config.ts ./
COPY app app
COPY cli cli
COPY content content
COPY sample sample
COPY scripts scripts
COPY deploy/make-bucket.mjs deploy/make-bucket.mjs
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not npm, which would keep signals to itself.
CMD ["node", "scripts/serve.mjs"]
