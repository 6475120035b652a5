# The service and the Node that it runs on, both as pinned in package-lock.json; no compiler, no npm.
# tools/dockerfile.test.ts carries out these steps in a folder and uses the service that they build.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
# Not needed: the second copy of Node, what SQLite was compiled from, and its binaries for other platforms.
RUN npm ci --omit=dev \
  && rm -rf node_modules/node/node_modules node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
  && find node_modules/better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete
COPY contract contract
COPY mcp mcp
COPY server server
COPY cli cli
COPY web web
# What the pages are built with, and from, is not needed any more.
RUN npm ci --prefix web && node_modules/.bin/node web/node_modules/vite/bin/vite.js build web --logLevel warn \
  && mv web/dist pages && rm -rf web && mkdir web && mv pages web/dist
WORKDIR /data

FROM debian:trixie-slim
ENV NODE_ENV=production PATH=/app/node_modules/.bin:$PATH HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
COPY --from=build --chown=10001:10001 --chmod=700 /data /data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=2m --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# `docker exec … node cli/taskboard.mjs doctor` runs the other commands.
ENTRYPOINT ["node", "--max-semi-space-size=8", "cli/taskboard.mjs"]
CMD ["serve"]
