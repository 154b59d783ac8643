#!/bin/sh
# Makes a cluster of POSTGRES_USER where there is none, and serves it.
set -e
mkdir -p /var/run/postgresql
chown postgres "$PGDATA" /var/run/postgresql
chmod 700 "$PGDATA"
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /run/password
  chown postgres /run/password
  setpriv --reuid=postgres --regid=postgres --init-groups initdb --username="$POSTGRES_USER" --pwfile=/run/password \
    --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  rm /run/password
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_USER" | setpriv --reuid=postgres --regid=postgres --init-groups postgres --single -D "$PGDATA" postgres
fi
exec setpriv --reuid=postgres --regid=postgres --init-groups postgres -c listen_addresses='*'
