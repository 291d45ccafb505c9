"""Facts about the server that schemathesis needs and the contract does not contain."""

import json
import os

import schemathesis

# One request for each operation that the server accepts, by `METHOD /path`.
with open(os.environ["DOWNPOUR_ACCEPTED"], encoding="utf-8") as file:
    ACCEPTED = json.load(file)

# Statuses that the front end sends for any route before it calls a function. No operation of the contract lists them.
TOO_LONG = (414, 431)

# The first key of a server belongs to the administrator who sends these requests.
OWN_KEY = "1"


@schemathesis.hook
def before_add_examples(context, examples):
    """Adds a request with ids of existing records, because the examples of the contract have ids of missing records."""
    request = ACCEPTED[context.operation.label]
    given = {"body": request["body"], "media_type": request["type"]} if "body" in request else {}
    case = context.operation.Case(path_parameters=request["path"], query=request["query"], **given)
    examples.insert(0, case)


@schemathesis.hook
def filter_case(context, case):
    """Leaves out requests that would end the run, or that would make the server call other machines."""
    operation = case.operation.definition.raw.get("operationId")
    # The server sends webhooks to allowed sites. No generated site may be a real host.
    if operation == "allowed-site-create":
        return "://" not in str(case.body)
    # The administrator must not revoke its own key, because every later answer would be 401.
    if operation == "apikey-revoke":
        return str(case.path_parameters.get("id")) != OWN_KEY
    return True


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Ignores answers of the front end, which are the only ones without an error code."""
    return not (response.status_code in TOO_LONG and '"code"' not in response.text)
