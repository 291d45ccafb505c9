"""Tests the unmodified published client against a deployment. Arguments: its URL and the administrator key."""

import asyncio
import json
import sys
import traceback

from horreum import AuthMethod, ClientConfiguration, HorreumCredentials, new_horreum_client
from horreum.raw_client.api.run.data.data_request_builder import DataRequestBuilder
from horreum.raw_client.api.run.list_.list_request_builder import ListRequestBuilder
from horreum.raw_client.api.test.test_request_builder import TestRequestBuilder
from horreum.raw_client.api.user.apikey.apikey_post_request_body import ApikeyPostRequestBody
from horreum.raw_client.models.key_type import KeyType
from horreum.raw_client.models.test import Test
from horreum.raw_client.models.test_access import Test_access
from kiota_abstractions.api_error import APIError
from kiota_abstractions.authentication import ApiKeyAuthenticationProvider
from kiota_abstractions.base_request_configuration import RequestConfiguration
from kiota_abstractions.method import Method
from kiota_abstractions.request_information import RequestInformation

url, admin_key, password = sys.argv[1:]
unexpected = "The server returned an unexpected status code and no error class is registered for this code %d"


def with_key(key=admin_key):
    return new_horreum_client(url, HorreumCredentials(apikey=key))


def logged_in():
    return new_horreum_client(url, HorreumCredentials(username="horreum.bootstrap", password=password))


def asking(kind, **parameters):
    return RequestConfiguration(query_parameters=kind(**parameters))


async def refused(status, call):
    try:
        await call
    except APIError as error:
        assert error.response_status_code == status, error
        assert unexpected % status in str(error.message), error.message
        return
    raise AssertionError(f"was answered, where {status} was expected")


async def signed(client):
    """The headers that the client adds to a request."""
    request = RequestInformation(Method.GET, "{+baseurl}/", {"baseurl": url})
    await client.auth_provider.authenticate_request(request)
    return request.headers.get_all()


def wanted_test(name, owner="admin-team"):
    return Test(name=name, description="of the published client", owner=owner, access=Test_access.PUBLIC)


async def count_tests(client):
    return (await client.raw_client.api.test.get()).count


async def version():
    for client in (await new_horreum_client(url), await with_key(), await logged_in()):
        told = await client.raw_client.api.config.version.get()
        assert told.version != "" and told.start_timestamp > 0, told
    assert client.version() == "0.19", client.version()


async def nothing_without_credentials():
    assert "authorization" not in await signed(await new_horreum_client(url))


async def tokens():
    sent = (await signed(await logged_in()))["authorization"]
    assert len(sent) == 1 and next(iter(sent)).startswith("Bearer "), sent
    client = await new_horreum_client(url, HorreumCredentials(username="horreum.bootstrap", password="wrong"))
    try:
        await client.raw_client.api.test.get()
    except Exception as error:
        assert type(error).__name__ == "KeycloakAuthenticationError", repr(error)
        return
    raise AssertionError("was logged in, with a wrong password")


async def password_alone():
    try:
        await new_horreum_client(url, HorreumCredentials(password="secret"))
    except RuntimeError as error:
        assert str(error) == "provided password without username", error
        return
    raise AssertionError("was taken")


async def basic():
    credentials = HorreumCredentials(username="ada", password="secret")
    client = await new_horreum_client(url, credentials, ClientConfiguration(auth_method=AuthMethod.BASIC))
    assert isinstance(client.auth_provider, ApiKeyAuthenticationProvider)


async def no_tests():
    page = asking(TestRequestBuilder.TestRequestBuilderGetQueryParameters, limit=1, page=0)
    for client in (await logged_in(), await with_key()):
        assert (await client.raw_client.api.test.get(page)).count == 0


async def keys():
    mine = (await with_key()).raw_client.api.user.apikey
    key = await mine.post(ApikeyPostRequestBody(name="published", type=KeyType.USER))
    assert key
    api = (await with_key(key)).raw_client.api
    listed = await api.user.apikey.get()
    made = next(each for each in listed if each.name == "published")
    assert not made.is_revoked
    await refused(401, (await with_key(key.swapcase())).raw_client.api.user.apikey.get())
    await api.user.apikey.by_id(made.id).rename.put("renamed")
    assert "renamed" in [each.name for each in await api.user.apikey.get()]
    await refused(404, api.user.apikey.by_id(999).rename.put("nobody's"))
    await mine.by_id(made.id).revoke.put()
    await refused(401, api.user.apikey.get())
    await refused(400, mine.by_id(made.id).rename.put("late"))


async def tests():
    for owner, client in (("dev-team", await logged_in()), ("admin-team", await with_key())):
        made = await client.raw_client.api.test.post(wanted_test("TestName", owner))
        assert made.id > 0 and made.name == "TestName", made
        assert await count_tests(client) == 1
        assert (await client.raw_client.api.test.by_id(made.id).get()).description == "of the published client"
        await client.raw_client.api.test.by_id(made.id).delete()
        assert await count_tests(client) == 0


async def anonymous():
    client = await new_horreum_client(url)
    await refused(401, client.raw_client.api.test.post(wanted_test("nobody's")))
    assert await count_tests(client) == 0
    await refused(404, client.raw_client.api.test.by_id(999).get())


async def runs():
    client = await with_key()
    await client.raw_client.api.test.post(wanted_test("runs"))
    asked = dict(test="runs", start="1", stop="$.stop", owner="admin-team", access="PUBLIC")
    upload = asking(DataRequestBuilder.DataRequestBuilderPostQueryParameters, **asked)
    run = int(await client.raw_client.api.run.data.post(json.dumps({"stop": 2, "a": [1, 2]}), upload))
    for roles in ("__my", "__all", "admin-team"):
        page = asking(ListRequestBuilder.ListRequestBuilderGetQueryParameters, roles=roles, limit=10, page=1)
        listed = await client.raw_client.api.run.list_.get(page)
        assert [(each.id, each.testname) for each in listed.runs] == [(run, "runs")], (roles, listed)
    strangers = asking(ListRequestBuilder.ListRequestBuilderGetQueryParameters, roles="other-team")
    assert (await client.raw_client.api.run.list_.get(strangers)).total == 0
    for reader in (client, await new_horreum_client(url)):
        assert (await reader.raw_client.api.run.by_id(run).data.get()).additional_data["stop"] == 2
        assert await query(reader, run, "$.a[*]", array=True) == [1, 2]


async def query(client, run, path, array):
    """Queries a run. The published client has no method for queries, so this function makes the request."""
    template = "{+baseurl}/api/sql/{id}/queryrun{?query,array}"
    request = RequestInformation(
        Method.GET, template, {"baseurl": url, "id": run, "query": path, "array": str(array).lower()}
    )
    request.headers.try_add("Accept", "application/json")
    answer = json.loads(await client.raw_client.request_adapter.send_primitive_async(request, "bytes", {}))
    assert answer["valid"] and answer["errorCode"] == 0, answer
    return json.loads(answer["value"])


cases = {
    "call 1: the version, anonymous, with a key and logged in": version,
    "call 2: nothing is added without credentials": nothing_without_credentials,
    "call 3: a token is fetched and sent": tokens,
    "call 4: a password without a user": password_alone,
    "call 5: a user by Basic": basic,
    "call 6: no tests at first": no_tests,
    "call 7 and 8: keys are made, listed, renamed and revoked": keys,
    "call 9: tests are made, read and deleted, with a token and with a key": tests,
    "call 10 and 11: without a key": anonymous,
    "runs are uploaded, listed, read and queried": runs,
}


async def main():
    for name, case in cases.items():
        try:
            await case()
            print(json.dumps({"name": name, "failure": None}), flush=True)
        except Exception:
            print(json.dumps({"name": name, "failure": traceback.format_exc()}), flush=True)


asyncio.run(main())
