import type { SharedFile } from '#contract'
import { importLists, seenFrom } from '#deployments'

/** The fields of a job besides its check, and settings of its schedule and alerts, which do not concern a single run. */
const notOfTheRun: ReadonlySet<string> = new Set(
  `logicalId filePath sourceFile sourceInfo group testRetryStrategy physicalId intent locations privateLocations frequency
   frequencyOffset runParallel retryStrategy doubleCheck alertSettings useGlobalAlertSettings alertChannelSubscriptions
   triggerIncident activated muted setupScriptPath tearDownScriptPath sslCheckDomain aiAutoRepairEnabled`.split(/\s+/),
)

export interface JobReferences {
  /** Of a saved group. */
  readonly groupId: number | null
  readonly fileAt: (index: number) => SharedFile
}

/** The body that would create the check of a job: its files in the place of their indexes, nothing of schedule or alerts. */
export function checkBodyOfJob(
  job: Readonly<Record<string, unknown>>,
  { groupId, fileAt }: JobReferences,
): Record<string, unknown> {
  const own = Object.entries(job).filter(([name]) => !notOfTheRun.has(name))
  const lists = Object.entries(importLists).flatMap(([name, script]) => {
    const files = filesOf(job[name], fileAt)
    return files === undefined
      ? []
      : [[name, script === null ? files : files.map((file) => seenFrom(job[script], file))]]
  })
  return { ...Object.fromEntries([...own, ...lists]), ...variablesOf(job), groupId }
}

/** Files without content cannot be stored, and mean nothing to those that import them. */
function filesOf(value: unknown, fileAt: JobReferences['fileAt']): SharedFile[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.map((index) => fileAt(Number(index))).filter((file) => file.content !== '')
}

/** Variables of the command line are appended to those of the check: the last of a name counts. */
function variablesOf({ environmentVariables: given }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(given)) return {}
  const byKey = new Map<unknown, unknown>(given.map((variable, index) => [variable?.key ?? index, variable]))
  return { environmentVariables: [...byKey.values()] }
}
