"""Starts moto's server, which learns three things about stacks first.

Moto 5.2.5 creates nested stacks. It has no answer to `Fn::GetAtt: [stack, Outputs.NAME]`, and names them by their name where
AWS has their ARN, so that the CDK finds no template of theirs to compare with. When a stack goes, it deletes what
`RetainExceptOnCreate` keeps.
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
