"""Simulates Step Functions with moto 5.2.5. Corrects the parts of moto that cannot run the definitions of Downpour.

moto contains the interpreter of LocalStack. The argument is the URL of a process that evaluates JSONata and invokes functions.
The program prints the URL of its API, and stops at the end of its standard input.
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
    """Evaluates JSONata by the helper, because moto has none (getmoto/moto#10105). In its bindings, $hash is a dummy."""
    reply = ask("/jsonata", {"expression": expression.replace(intrinsic._DECLARATION_HASH, "")})
    if "error" in reply:
        raise jsonata.JSONataException("UNKNOWN", reply["error"])
    return reply["value"]


class Lambda:
    """Invokes a function by the helper. moto itself would run functions in Docker."""

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


# On a busy machine, it takes longer to create a client than a task may take, so clients are reused.
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
