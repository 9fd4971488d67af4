# The mock as an image: docker build -t mock . && docker run --rm -p 4010:4010 mock
# State that lasts: docker run --rm -p 4010:4010 -v mock-state:/data mock --data /data
# Options go behind the name (mock --allow-host mock.internal); the port is set by PORT alone, for the health check.

FROM node:20-alpine AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

# Debian, because the database of --data comes built for it on every processor.
FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4010
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm install --omit=dev --ignore-scripts --save-prod \
  "classic-level@$(node -p "require('./package.json').devDependencies['classic-level']")" && npm cache clean --force
COPY --from=build /src/dist dist
RUN install -d -o node -g node -m 700 /data
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/__admin/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/command.js", "mock"]
