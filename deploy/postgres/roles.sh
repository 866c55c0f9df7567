#!/bin/bash
# Run once, by the first start on an empty volume: a schema for each service that keeps something, owned by a role that only
# migrations use; the service's own role reads and writes rows there and nowhere else; auditors read everything.
set -euo pipefail
secret() { cat "${SECRETS_DIR:-/run/secrets}/$1"; }

psql -v ON_ERROR_STOP=1 -v db="$POSTGRES_DB" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
REVOKE ALL ON DATABASE :"db" FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE ROLE auditor NOLOGIN;
GRANT CONNECT ON DATABASE :"db" TO auditor;
GRANT pg_monitor TO auditor;
SQL

for service in dealer betting jackpot lobby; do
  psql -v ON_ERROR_STOP=1 -v db="$POSTGRES_DB" -v service="$service" -v owner="${service}_owner" \
    -v auditor="${service}_auditor" \
    -v migrate="$(secret database_migrate)" -v audit="$(secret database_auditor)" -v password="$(secret "database_$service")" \
    -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE :"owner" LOGIN PASSWORD :'migrate' CONNECTION LIMIT 4;
CREATE ROLE :"service" LOGIN PASSWORD :'password';
CREATE ROLE :"auditor" LOGIN PASSWORD :'audit' CONNECTION LIMIT 20 IN ROLE auditor;
ALTER ROLE :"auditor" SET default_transaction_read_only = on;
GRANT CONNECT ON DATABASE :"db" TO :"owner", :"service";
CREATE SCHEMA :"service" AUTHORIZATION :"owner";
GRANT USAGE ON SCHEMA :"service" TO :"service", auditor;
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"service" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO :"service";
ALTER DEFAULT PRIVILEGES FOR ROLE :"owner" IN SCHEMA :"service" GRANT SELECT ON TABLES TO auditor;
SQL
done
