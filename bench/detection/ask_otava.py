"""Reads lists of series as JSON and prints, for each list of growing lengths, which have a change point (Apache Otava).

Input:  [{"values": [...], "lengths": [100]}, ...]
Output: [[[index, ...] per length], ...]
"""
import json
import sys

from otava.analysis import compute_change_points


def places(values):
    points, _ = compute_change_points(values, window_len=50, max_pvalue=0.001, min_magnitude=0.0)
    return [int(point.index) for point in points]


print(json.dumps([[places(asked["values"][:length]) for length in asked["lengths"]] for asked in json.load(sys.stdin)]))
