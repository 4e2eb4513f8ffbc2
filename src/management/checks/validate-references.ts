import { descriptorOf, runtimes } from '#contract'
import type { CheckDefinition, CheckRequests, TriggerIncident } from '#contract'
import { Fault, isUuid } from '#kernel'
import { holdClientCertificate } from '#storage/checks'
import { holdServices } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import { validateCodeBundle } from '../code-bundles.ts'
import { validateSnapshots } from '../golden-files.ts'
import { validateEscalationPolicy } from '../escalation-policies/validate-rules.ts'
import { validatePrivateLocations } from '../locations/private-locations.ts'
import { validateSnippets } from '../snippets.ts'

/**
 * Rejects a check that names a private location, a snippet, a golden file, an escalation policy, a code bundle or a client certificate that the account does not have, and
 * locks those it names against deletion. Groups, channels and services are checked where they are read.
 */
export async function validateReferences(tx: Queryable, check: CheckDefinition): Promise<void> {
  const { accountId, privateLocations, settings } = check
  await validatePrivateLocations(tx, accountId, privateLocations)
  await validateSnippets(tx, accountId, settings)
  await validateSnapshots(tx, accountId, settings.snapshots)
  await validateEscalationPolicy(tx, accountId, settings.alertSettings, 'alertSettings.')
  await validateCodeBundle(tx, accountId, settings.codeBundlePath)
  const id = certificateIdOf(settings.request)
  if (id !== null && !(await holdClientCertificate(tx, accountId, id)))
    throw new Fault('CLIENT_CERTIFICATE_UNKNOWN', {
      values: { id },
      problems: [{ path: 'request.sslClientCertificateId', rule: 'reference', parameters: { value: id } }],
    })
}

const certificateIdOf = (request: CheckRequests[keyof CheckRequests] | undefined): string | null =>
  request && 'sslClientCertificateId' in request ? request.sslClientCertificateId : null

/**
 * Rejects a multi-step check whose effective runtime does not support it. Without a runtime of the check or its group
 * it gets the account's.
 */
export function validateRuntime({ checkType, settings: { runtimeId } }: CheckDefinition): void {
  if (!descriptorOf(checkType).needsMultiStepRuntime || runtimeId === null) return
  const fitting = runtimes.filter((runtime) => runtime.multiStepSupport).map(({ name }) => name)
  if (!fitting.includes(runtimeId))
    throw new Fault('RUNTIME_NOT_SUPPORTED', {
      values: { checkType, runtimeId, runtimes: fitting.join(', ') },
      problems: [{ path: 'runtimeId', rule: 'enum', parameters: { allowed: fitting } }],
    })
}

/** Rejects incidents on a service that the account does not have, and locks the service against deletion. */
export async function validateService(
  tx: Queryable,
  accountId: string,
  trigger: TriggerIncident | null,
): Promise<void> {
  if (trigger === null) return
  const { serviceId } = trigger
  const known = isUuid(serviceId) && (await holdServices(tx, accountId, [serviceId])).size > 0
  if (!known)
    throw new Fault('SERVICE_UNKNOWN', {
      values: { serviceId },
      problems: [{ path: 'triggerIncident.serviceId', rule: 'reference', parameters: { value: serviceId } }],
    })
}
