#!/bin/sh
# Upgrade the installation of docker-compose.yml to this checkout: build, back up with the old version, migrate, start.
# usage: git pull && deploy/upgrade.sh
# Segtier answers nothing from the moment it stops until the new version is ready. If the backup fails, the old version starts again.
set -eu
cd "$(dirname "$0")/.."
backup=/backups/before-upgrade-$(date -u +%Y-%m-%dT%H%M%SZ)

echo "1/4 Building the new image. The old version still runs."
docker compose build

echo "2/4 Stopping the old version."
docker compose stop proxy api worker

echo "3/4 Taking a backup with the old version: $backup"
code=0
docker compose exec -T backup segtier backup "$backup" || code=$?
if [ "$code" -ne 0 ]; then
  echo "The backup ended with $code, so nothing was upgraded. Starting the old version again." >&2
  docker compose start api worker proxy
  exit 1
fi

echo "4/4 Migrating the database once, then starting the new version."
if ! docker compose up -d --wait; then
  echo "The new version did not become ready: docker compose ps and docker compose logs say why." >&2
  echo "The way back: the old checkout, an empty database, and the backup $backup (docs/operate/team.md)." >&2
  exit 1
fi
docker compose exec -T api segtier --version
