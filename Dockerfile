# The pages are built with the packages of client/package.json. The server runs only with the packages that it imports.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run build && mkdir data

# The image has its own Node, so the optional packages with Node are left out.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DEMO=false
WORKDIR /app
COPY package.json ./
COPY shared shared
COPY server server
COPY scripts scripts
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build --chown=node:node /app/data /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
