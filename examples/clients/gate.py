"""Starts a burst, and fails when it is worse than the last five of its test: `gate.py shop.hf.yaml`."""

import os
import sys
from pathlib import Path

from downpour import Credentials, SyncClient

with SyncClient(os.environ["DOWNPOUR_URL"], Credentials(apikey=os.environ["DOWNPOUR_API_KEY"])) as client:
    api = client.raw_client.api
    for second in client.watch(burst := client.start(Path(sys.argv[1]))):
        print(f"{second['phase']} {second['second']:3} s: {second['requestsPerSec']:.0f} requests per second")
    status = api.burst.by_id(burst["id"]).get()
    run, test = status["runId"], status["test"]
    print("p99 in ns:", client.query(run, "$.total.summary.percentileResponseTime['99.0']"))
    last = [str(one["id"]) for one in api.run.list_.get(test=test, limit=6)["runs"] if one["id"] != run]
    verdict = api.compare.get(baseline=",".join(last), candidate=run, gate=["p99:10%"])
print(f"{status['state']}, {verdict['outcome']}: {verdict['reason']}")
sys.exit(status["state"] != "passed" or verdict["outcome"] == "worse")
