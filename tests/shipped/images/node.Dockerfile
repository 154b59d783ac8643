# Stands for node:24-bookworm-slim: Node and npm of npm's packages, and the user of that image.
FROM debian:bookworm
COPY certificates.crt /usr/local/share/ca-certificates/of-this-machine.crt
COPY node/bin/node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
RUN update-ca-certificates \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
