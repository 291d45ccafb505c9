# Writes the summary into the comment of this document on the pull request. The comment is created when it is missing. A comment
# that cannot be written is only a warning, because the token of a pull request from a fork may only read.
set -euo pipefail
trap 'echo "::warning::the summary was not written as a comment of the pull request: the token may not write, or GitHub did not answer"; exit 0' ERR

# jq reads the mark from the environment, because a name in the program of jq could change the program.
export mark="<!-- downpour $DOCUMENT -->"
body=$FOLDER/comment.md
# A comment may have 65,536 characters. The rest is only in the files of the run.
{
  printf '%s\n' "$mark"
  awk '{ bytes += length($0) + 1 } bytes > 60000 { print "\n..."; exit } { print }' "$FOLDER/summary.md"
} >"$body"

comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
id=$(gh api --paginate "$comments" --jq 'map(select(.body | startswith(env.mark))) | .[].id' | head -n 1)
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$body" --silent
else
  gh api --method POST "$comments" --field "body=@$body" --silent
fi
