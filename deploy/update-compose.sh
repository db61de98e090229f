#!/bin/sh
# With compose.yaml: changes the site to what lies in this folder now (after `git pull`, say), rehearsed on a copy of the data, and back,
# with the data of before, where it does not serve. Ends with 0, with 1 where nothing was changed, with 2 where it went back, and with 3
# where the data of before could not be put back and somebody has to.
set -eu
cd "$(dirname "$0")/.."
# The last line that a step prints, and how the step ended: a pipe would end as its last command does.
step() {
  said=$(docker compose run --rm --no-deps -T site node cli/update-data.ts "$@") || return
  printf '%s\n' "$said" | tail -n 1
}

docker tag clubroom clubroom:before
before() { docker tag clubroom:before clubroom; }
trap 'before; echo "Nothing was changed." >&2; exit 1' EXIT
step copy > /dev/null
docker compose build site
rehearsal=$(step rehearse)
case $rehearsal in
  *'"faults":[]'*) echo "Rehearsed: $rehearsal" ;;
  *) echo "The rehearsal found faults: $rehearsal" >&2; exit 1 ;;
esac
step clean > /dev/null
moment=$(date -u +%Y-%m-%d-%H%M%S)
docker compose run --rm --no-deps -T site node cli/club.ts backup "/backups/before-$moment"
trap - EXIT
if docker compose up --detach --wait --wait-timeout 60 site; then
  echo "The new version serves."
  exit 0
fi
# What was written until the new version ended stays, unless that version migrated it. Versions before 1.3.0 cannot put data
# back by this step, but serve where there is nothing to put back, and refuse to start otherwise.
back() { step back "$rehearsal" || echo "The data of before could not be put back." >&2; }
if before && docker compose stop site && back && docker compose up --detach --wait site; then
  echo "The new version did not serve: the one before is back with its data." >&2
  exit 2
fi
echo "The new version did not serve, and the one before does not serve with its data either. Restore backups/before-$moment by hand: docs/deploy.md, 'Upgrade and rollback'." >&2
exit 3
