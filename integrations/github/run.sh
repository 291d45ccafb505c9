# Runs the document, writes the files of each run, compares the runs, and reports the exit code as an output of the step.
set -uo pipefail

# The version that the project has installed, or else the version of this action.
downpour=$PWD/node_modules/.bin/downpour
if [ ! -x "$downpour" ]; then
  root=$(cd "$GITHUB_ACTION_PATH/../.." && pwd)
  [ -d "$root/node_modules" ] || npm ci --prefix "$root" --no-audit --no-fund || exit 3
  downpour=$root/bin/downpour
fi
if ! [[ $RUNS =~ ^[1-9][0-9]{0,2}$ ]]; then
  echo "::error::runs must be a whole number from 1 to 999, found '$RUNS'"
  echo 'exit-code=2' >>"$GITHUB_OUTPUT"
  exit 2
fi
[ -n "$BASELINE" ] || [ -z "$FAIL_ON" ] || echo '::warning::fail-on has no effect without baseline: nothing is compared'
mkdir -p "$FOLDER"

parameters=()
while IFS= read -r line; do
  [ -z "$line" ] || parameters+=(-P "$line")
done <<<"$PARAMETERS"

# The most urgent exit code of all runs: first mistakes and faults, then broken limits (1), then inconclusive runs (4).
worst=0
judge() {
  local code
  for code in 0 4 1; do
    if [ "$worst" = "$code" ]; then worst=$1; return; fi
    if [ "$1" = "$code" ]; then return; fi
  done
}

candidates=()
: >"$FOLDER/summary.md"
for ((n = 1; n <= RUNS; n++)); do
  run=$FOLDER/run-$n
  # Deletes files of an earlier job or step, so that they are not taken for files of this run.
  rm -f "$run.json" "$run.html" "$run.xml" "$run.md"
  "$downpour" run "$DOCUMENT" ${parameters[@]+"${parameters[@]}"} --quiet \
    --json "$run.json" --junit "$run.xml" --summary "$run.md"
  code=$?
  judge $code
  if [ -s "$run.md" ]; then
    cat "$run.md" >>"$FOLDER/summary.md"
  else
    printf '## %s did not run: exit code %s\n\nThe log of the job shows the reason.\n' "$DOCUMENT" $code >>"$FOLDER/summary.md"
  fi
  # A report exists only when there is a run. Only such runs are compared.
  if [ -s "$run.json" ] && "$downpour" report "$run.json" -o "$run.html"; then candidates+=("$run.json"); fi
done

if [ -n "$BASELINE" ] && [ ${#candidates[@]} -gt 0 ]; then
  gates=()
  while IFS= read -r line; do
    [ -z "$line" ] || gates+=(--fail-on "$line")
  done <<<"$FAIL_ON"
  # The summary also has the reason why nothing could be compared.
  comparison=$("$downpour" compare --baseline "$BASELINE" --candidate "$(IFS=,; echo "${candidates[*]}")" \
    ${gates[@]+"${gates[@]}"} 2>&1)
  judge $?
  printf '%s\n' "$comparison"
  printf '\n```text\n%s\n```\n' "$comparison" | tee -a "$FOLDER/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi

echo "exit-code=$worst" >>"$GITHUB_OUTPUT"
