"""Simulates Step Functions with MiniStack 1.5.33. Prints its port, and stops at the end of its standard input.

MiniStack has its own interpreter and its own JSONata. The argument is the URL of a process that invokes functions. DynamoDB is
at the endpoint in the environment.
"""

import asyncio
import contextvars
import json
import sys
import threading
import types
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import boto3
from botocore.exceptions import ClientError
from ministack.core import responses
from ministack.services import stepfunctions

helper = sys.argv[1]
dynamodb = boto3.client("dynamodb", region_name="us-east-1")
# MiniStack's server would need many packages. Step Functions use only its setting that no signatures are checked.
sys.modules["ministack.app"] = types.SimpleNamespace(AUTH=False)


def call_lambda(function, event):
    """Invokes a function by the helper. MiniStack itself would run functions in its own processes."""
    body = json.dumps({"name": function.rsplit(":", 1)[-1], "payload": event}).encode()
    request = urllib.request.Request(helper + "/invoke", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        answer = json.loads(reply.read())
    if "refused" in answer:
        raise stepfunctions._ExecutionError("Lambda." + answer["refused"], "Rate Exceeded.")
    payload = json.loads(answer["payload"])
    if answer["failed"]:
        raise stepfunctions._ExecutionError(payload["errorType"], answer["payload"])
    return payload


def update_item(operation, parameters):
    """Updates an item in the DynamoDB of the environment. MiniStack itself would use its own DynamoDB."""
    assert operation == "updateItem", operation
    try:
        reply = dynamodb.update_item(**parameters)
    except ClientError as error:
        code, message = error.response["Error"]["Code"], error.response["Error"]["Message"]
        raise stepfunctions._ExecutionError("DynamoDB." + code, message) from error
    return {"Attributes": reply.get("Attributes", {})}


stepfunctions._call_lambda = call_lambda
stepfunctions._invoke_dynamodb = update_item
stepfunctions._emit_execution_status_event = lambda execution: None


class Endpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        region = self.headers["authorization"].split("/")[2]
        status, headers, reply = contextvars.copy_context().run(answer, self.headers["x-amz-target"], body, region)
        self.send_response(status)
        self.send_header("content-type", "application/x-amz-json-1.0")
        self.send_header("content-length", str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


def answer(target, body, region):
    responses.set_request_region(region)
    return asyncio.run(stepfunctions.handle_request("POST", "/", {"x-amz-target": target}, body, {}))


server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"url": "http://127.0.0.1:%d" % server.server_port}), flush=True)
sys.stdin.read()
