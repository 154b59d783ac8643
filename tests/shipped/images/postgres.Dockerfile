# Stands for postgres:17, with what its entry point does for compose.yaml.
FROM debian:trixie
RUN apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql-17
ENV PATH=/usr/lib/postgresql/17/bin:$PATH PGDATA=/var/lib/postgresql/data
COPY postgres-entry.sh /usr/local/bin/
ENTRYPOINT ["postgres-entry.sh"]
STOPSIGNAL SIGINT
