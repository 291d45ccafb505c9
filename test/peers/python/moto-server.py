"""Starts moto's server, which learns two things about nested stacks first.

Moto 5.2.5 creates nested stacks. It has no answer to `Fn::GetAtt: [stack, Outputs.NAME]`, and names them by their name where
AWS has their ARN, so that the CDK finds no template of theirs to compare with.
"""

import sys

from moto.cloudformation.models import Stack
from moto.server import main

if hasattr(Stack, "get_cfn_attribute"):
    sys.exit("moto knows the outputs of nested stacks now: remove moto-server.py")

Stack.get_cfn_attribute = lambda stack, name: stack.output_map[name.removeprefix("Outputs.")].value
Stack.physical_resource_id = property(lambda stack: stack.stack_id)

main(sys.argv[1:])
