"""Step Functions as moto 5.2.5 plays it, with the things mended that keep it from running a definition of ours.

moto carries the interpreter of LocalStack. Its argument is the URL of a process that evaluates JSONata and invokes functions;
it prints the URL of its own API and ends with its standard input.
"""

import io
import json
import sys
import urllib.request

import boto3
from botocore.exceptions import ClientError
from moto.core.config import default_user_config
from moto.moto_server.threaded_moto_server import ThreadedMotoServer
from moto.stepfunctions.parser.asl.component.intrinsic import jsonata as intrinsic
from moto.stepfunctions.parser.asl.component.state.exec.state_task import lambda_eval_utils
from moto.stepfunctions.parser.asl.component.state.exec.state_task.service import (
    state_task_service_dynamodb,
    state_task_service_sfn,
)
from moto.stepfunctions.parser.asl.jsonata import jsonata

helper = sys.argv[1]


def ask(path, body):
    request = urllib.request.Request(helper + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        return json.loads(reply.read())


def evaluate(expression):
    """moto has no JSONata of its own (getmoto/moto#10105). The bindings are in the expression, with a $hash that returns an apology."""
    reply = ask("/jsonata", {"expression": expression.replace(intrinsic._DECLARATION_HASH, "")})
    if "error" in reply:
        raise jsonata.JSONataException("UNKNOWN", reply["error"])
    return reply["value"]


class Lambda:
    """moto runs functions in Docker; these are invoked where they are."""

    def invoke(self, FunctionName, Payload=b"{}", **_):
        text = Payload.decode() if isinstance(Payload, bytes) else Payload
        reply = ask("/invoke", {"name": FunctionName.rsplit(":", 1)[-1], "payload": json.loads(text)})
        if "refused" in reply:
            error = {"Code": reply["refused"], "Message": "Rate Exceeded."}
            metadata = {"HTTPStatusCode": 429, "RequestId": "none"}
            raise ClientError({"Error": error, "ResponseMetadata": metadata}, "Invoke")
        answer = {"StatusCode": 200, "ExecutedVersion": "$LATEST", "Payload": io.BytesIO(reply["payload"].encode())}
        return {**answer, "FunctionError": "Unhandled"} if reply["failed"] else answer


jsonata._eval_jsonata = evaluate
lambda_eval_utils.boto_client_for = lambda **_: Lambda()
default_user_config["stepfunctions"] = {"execute_state_machine": True}

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
url = "http://127.0.0.1:%d" % server.get_host_and_port()[1]


# Making a client takes longer than a task may on a busy machine.
clients = {
    "dynamodb": boto3.client("dynamodb", region_name="us-east-1"),
    "stepfunctions": boto3.client("stepfunctions", region_name="us-east-1", endpoint_url=url),
}


def client(service, **_):
    """moto calls services of its own at a fixed port. State machines are its own; DynamoDB is that of the environment."""
    return clients[service]


state_task_service_dynamodb.boto_client_for = client
state_task_service_sfn.boto_client_for = client
print(json.dumps({"url": url}), flush=True)
sys.stdin.read()
