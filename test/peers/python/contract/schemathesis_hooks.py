"""What schemathesis must know of the server beside its contract."""

import json
import os

import schemathesis

# One request of each operation that the server takes, by `METHOD /path`.
with open(os.environ["DOWNPOUR_ACCEPTED"], encoding="utf-8") as file:
    ACCEPTED = json.load(file)

# As the front end answers for every route alike, before any function is asked. No operation lists it.
TOO_LONG = (414, 431)

# The first key of a server is that of the administrator who asks.
OWN_KEY = "1"


@schemathesis.hook
def before_add_examples(context, examples):
    """The examples of the contract name what is not there, so one that does is asked first."""
    request = ACCEPTED[context.operation.label]
    given = {"body": request["body"], "media_type": request["type"]} if "body" in request else {}
    case = context.operation.Case(path_parameters=request["path"], query=request["query"], **given)
    examples.insert(0, case)


@schemathesis.hook
def filter_case(context, case):
    """What would end the run, or go out of this machine, is not asked."""
    operation = case.operation.definition.raw.get("operationId")
    # An allowed site is where webhooks go: nothing generated may make the server call hosts of the world.
    if operation == "allowed-site-create":
        return "://" not in str(case.body)
    # Whoever asks goes on asking: without its key, every answer after this one would be 401.
    if operation == "apikey-revoke":
        return str(case.path_parameters.get("id")) != OWN_KEY
    return True


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Only the front end answers without a code of an error."""
    return not (response.status_code in TOO_LONG and '"code"' not in response.text)
