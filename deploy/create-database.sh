#!/bin/sh
# Gives the product a role that owns its one database and is no superuser. PostgreSQL's image runs it once.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$MAPLEGATE_PASSWORD" --username="${POSTGRES_USER:-postgres}" --dbname=postgres <<'SQL'
create role maplegate login password :'password';
create database maplegate owner maplegate encoding 'UTF8' template template0;
revoke all on database maplegate from public;
SQL
