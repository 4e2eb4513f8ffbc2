import { descriptorOf, runtimes } from '#contract'
import type { CheckDefinition, CheckRequests } from '#contract'
import { Fault } from '#kernel'
import { holdClientCertificate } from '#storage'
import type { Queryable } from '#storage'
import { judgePrivateLocations } from '../locations/judge-private-locations.ts'
import { judgeSnippets } from '../snippets/judge-snippets.ts'

/**
 * Refuses a check that names a private location, a snippet or a client certificate its account lacks, and keeps those
 * it names from being deleted meanwhile. Groups, channels and services are judged where they are read.
 */
export async function judgeReferences(tx: Queryable, check: CheckDefinition): Promise<void> {
  const { accountId, privateLocations, settings } = check
  await judgePrivateLocations(tx, accountId, privateLocations)
  await judgeSnippets(tx, accountId, settings)
  const id = certificateIdOf(settings.request)
  if (id !== null && !(await holdClientCertificate(tx, accountId, id)))
    throw new Fault('CLIENT_CERTIFICATE_UNKNOWN', { values: { id } })
}

const certificateIdOf = (request: CheckRequests[keyof CheckRequests] | undefined): string | null =>
  request && 'sslClientCertificateId' in request ? request.sslClientCertificateId : null

/**
 * Refuses a multi-step check whose runtime does not know them (semantics 3.11), as its group makes it run. Without a
 * runtime of its own or of its group it gets the account's.
 */
export function judgeRuntime({ checkType, settings: { runtimeId } }: CheckDefinition): void {
  if (!descriptorOf(checkType).needsMultiStepRuntime || runtimeId === null) return
  const fitting = runtimes.filter((runtime) => runtime.multiStepSupport).map(({ name }) => name)
  if (!fitting.includes(runtimeId))
    throw new Fault('RUNTIME_NOT_SUPPORTED', { values: { checkType, runtimeId, runtimes: fitting.join(', ') } })
}
