import { csv } from './csv/csv.ts';
import type { Format } from './format.ts';
import { hdr } from './hdr.ts';
import { jsonl } from './jsonl.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { otlp, otlpProtobuf } from './otlp.ts';
import { prometheus } from './prometheus.ts';

export type { Format, NamedFile } from './format.ts';

/** The formats of `downpour export`, in the order of its help. */
export const formats: readonly Format[] = [csv, hdr, jsonl, junit, markdown, otlp, otlpProtobuf, prometheus];
