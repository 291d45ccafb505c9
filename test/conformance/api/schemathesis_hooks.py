"""What schemathesis must know of the server beside its contract."""

import schemathesis

# As the front end answers for every route alike, before any function is asked. No operation lists it.
TOO_LONG = (414, 431)


@schemathesis.hook
def filter_case(context, case):
    """Nothing generated may make the server call hosts of the world: an allowed site is where webhooks go."""
    operation = case.operation.definition.raw.get("operationId")
    return operation != "allowed-site-create" or "://" not in str(case.body)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Only the front end answers without a code of an error."""
    return not (response.status_code in TOO_LONG and '"code"' not in response.text)
