"""Starts moto's server after three corrections of its CloudFormation.

Moto 5.2.5 creates nested stacks, but cannot resolve `Fn::GetAtt: [stack, Outputs.NAME]`. It refers to a nested stack by its
name where AWS has the ARN, so the CDK does not find the template for a comparison. When a stack is deleted, moto also deletes
resources with the policy `RetainExceptOnCreate`.
"""

import sys

from moto.cloudformation.models import Stack
from moto.cloudformation.parsing import ResourceMap
from moto.server import main

if hasattr(Stack, "get_cfn_attribute"):
    sys.exit("moto knows the outputs of nested stacks now: remove moto-server.py")

Stack.get_cfn_attribute = lambda stack, name: stack.output_map[name.removeprefix("Outputs.")].value
Stack.physical_resource_id = property(lambda stack: stack.stack_id)

delete = ResourceMap.delete


def delete_as_aws(resources):
    for resource in resources._resource_json_map.values():
        if resource.get("DeletionPolicy") == "RetainExceptOnCreate":
            resource["DeletionPolicy"] = "Retain"
    delete(resources)


ResourceMap.delete = delete_as_aws

main(sys.argv[1:])
