#!/usr/bin/env bash
# A copy of a PostgreSQL database every night, read once from its beginning to its end before it gets its name. Where it
# connects to is said by PGHOST, PGUSER, PGDATABASE and PGPASSWORD.
#
#   backup          makes one now if the last one is older than a day, then one every night; what fails is tried again
#   backup once     makes one now
#   backup check    fails if the newest is older than 26 hours
set -euo pipefail
umask 077

folder=${BACKUP_FOLDER:-/backups}
at=${BACKUP_AT:-03:30}          # UTC
keep=${BACKUP_KEEP_DAYS:-14}    # days
name=${PGDATABASE:-paddock}

say() { echo "$(date -u +%FT%TZ) $*"; }

newest() { # written within so many minutes
  find "$folder" -maxdepth 1 -name "$name-*.dump" -mmin "-$1" | sort | tail -n 1
}

once() {
  local file part
  file="$folder/$name-$(date -u +%Y%m%dT%H%M%SZ).dump"
  part="$file.part"
  rm -f "$folder/$name"-*.part
  if ! { pg_dump --format=custom --file="$part" && pg_restore --file=/dev/null "$part"; }; then
    rm -f "$part"
    say "no backup was made"
    return 1
  fi
  sync "$part"
  mv "$part" "$file"
  find "$folder" -maxdepth 1 -name "$name-*.dump" -mtime "+$keep" -delete
  say "backup $file, $(du -h "$file" | cut -f1)"
}

until_the_hour() { # seconds until the next time of day
  local next
  next=$(date -u -d "today $at" +%s)
  [ "$next" -gt "$(date -u +%s)" ] || next=$(date -u -d "tomorrow $at" +%s)
  echo $((next - $(date -u +%s)))
}

case "${1:-every-night}" in
  once) once ;;
  check) [ -n "$(newest $((26 * 60)))" ] ;;
  every-night)
    trap 'exit 0' TERM INT
    [ -n "$(newest $((24 * 60)))" ] || once || true
    while true; do
      sleep "$(until_the_hour)" & wait $!
      until once; do sleep 300 & wait $!; done
    done
    ;;
  *) echo "backup [once|check]" >&2; exit 2 ;;
esac
