# A machine of Debian with systemd, PostgreSQL and nginx, and the build where docs/operations.md lays it out.
ARG APP
FROM ${APP} AS app
FROM debian:bookworm
RUN apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    systemd systemd-sysv postgresql redis-server nginx openssl curl procps
COPY --from=app /usr/local/bin/node /usr/bin/node
COPY --from=app /app /opt/price-atlas
COPY machine-init.sh /usr/local/sbin/
RUN systemctl disable postgresql redis-server nginx 2> /dev/null
CMD ["machine-init.sh"]
STOPSIGNAL SIGRTMIN+3
