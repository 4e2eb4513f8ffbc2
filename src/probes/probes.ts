import type { Observation, WireCheckType } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import { AGENTIC } from './agentic/index.ts'
import { API } from './api/index.ts'
import { BROWSER } from './browser/index.ts'
import { DNS } from './dns/index.ts'
import { ICMP } from './icmp/index.ts'
import { MULTI_STEP } from './multi-step/index.ts'
import { Stopwatch } from './outcome.ts'
import type { Probe, ProbeTask, ProbeTools } from './probe.ts'
import { PLAYWRIGHT } from './playwright/index.ts'
import { TCP } from './tcp/index.ts'
import { TRACEROUTE } from './traceroute/index.ts'
import { URL } from './url/index.ts'

/** A probe that is loaded with its first run, because its libraries need much memory and few installations need them. */
const loadedLate =
  <T extends WireCheckType>(load: () => Promise<Probe<T>>): Probe<T> =>
  async (task, tools) =>
    (await load())(task, tools)

const GRPC = loadedLate(async () => (await import('./grpc/index.ts')).GRPC)
const SSL = loadedLate(async () => (await import('./ssl/index.ts')).SSL)

/** The probe of every check type that is observed over the network. A missing one does not compile. */
const probes: { readonly [T in WireCheckType]: Probe<T> } = {
  TCP,
  DNS,
  URL,
  API,
  ICMP,
  GRPC,
  SSL,
  TRACEROUTE,
  BROWSER,
  MULTI_STEP,
  PLAYWRIGHT,
  AGENTIC,
}

/** Observes one task with the probe of its type. A bug in a probe is a failure of the run, not of the runner. */
export async function observe<T extends WireCheckType>(task: ProbeTask<T>, tools: ProbeTools): Promise<Observation<T>> {
  const watch = new Stopwatch(tools.clock)
  try {
    return await probes[task.checkType](task, tools)
  } catch (error) {
    watch.note('ERROR', error instanceof Error ? `${error.name}: ${error.message}` : 'The probe broke.')
    return watch.failed(failure('preparation', 'EPROBE', writeReason('PROBE_BROKE')))
  }
}
