import { checkTypes } from '#contract'
import type { AgentCapabilities, RunTask } from '#contract'
import { writeReason } from '#contract/reasons'
import type { AddressRules, PortRange, PortRules } from '#egress'

/** Only those in `allow`, when there is an `allow`, and none of those in `deny`. */
export interface Choice<T> {
  readonly allow?: readonly T[]
  readonly deny?: readonly T[]
}

/**
 * The limits that the operator of an agent sets, whatever the server sends. They only narrow: link-local and metadata
 * addresses are denied with and without it.
 */
export interface LocalPolicy {
  /** CIDR ranges. */
  readonly addresses: Choice<string>
  readonly ports: Choice<PortRange>
  readonly checkTypes: Choice<string>
  readonly scripts: boolean
}

export const openPolicy: LocalPolicy = { addresses: {}, ports: {}, checkTypes: {}, scripts: true }

export const scriptsForbidden = writeReason('POLICY_FORBIDS_SCRIPTS')

/** The rules of the policy for connections. */
export const egressRules = ({
  addresses,
  ports,
}: LocalPolicy): Omit<AddressRules, 'allowPrivateTargets'> & PortRules => ({
  ...(addresses.allow && { onlyRanges: addresses.allow }),
  ...(addresses.deny && { deniedRanges: addresses.deny }),
  ...(ports.allow && { onlyPorts: ports.allow }),
  ...(ports.deny && { deniedPorts: ports.deny }),
})

const allows = (policy: LocalPolicy, type: string): boolean => {
  const { allow, deny = [] } = policy.checkTypes
  return !deny.includes(type) && (allow === undefined || allow.includes(type)) && (policy.scripts || !isScript(type))
}

const scriptTypes = new Set(
  Object.entries(checkTypes).flatMap(([type, descriptor]) =>
    'code' in descriptor && descriptor.code !== 'around request' ? [type] : [],
  ),
)

/** Of a type whose every run executes code of the check. */
const isScript = (type: string): boolean => scriptTypes.has(type)

/** Why the policy forbids a run, or null. */
export function policyProblem(policy: LocalPolicy, { checkType, code }: RunTask): string | null {
  if (!policy.scripts && (code !== undefined || isScript(checkType))) return scriptsForbidden
  return allows(policy, checkType) ? null : writeReason('POLICY_FORBIDS_TYPE', { name: checkType })
}

/** A run that the policy forbids becomes one that is not executed and reports why. */
export function withPolicy(policy: LocalPolicy, task: RunTask): RunTask {
  const problem = task.unprepared === undefined ? policyProblem(policy, task) : null
  return problem === null ? task : { ...task, unprepared: problem, isServiceFault: true }
}

/** The remaining capabilities of the machine. */
export const permittedCapabilities = (policy: LocalPolicy, capabilities: AgentCapabilities): AgentCapabilities => ({
  ...capabilities,
  checkTypes: capabilities.checkTypes.filter((type) => allows(policy, type)),
  runtimes: policy.scripts ? capabilities.runtimes : [],
  features: capabilities.features.map((feature) =>
    policy.scripts || feature.name !== 'scripts'
      ? feature
      : { ...feature, isAvailable: false, detail: scriptsForbidden },
  ),
})

/** The names of check types that a policy may have. */
export const policyCheckTypes: readonly string[] = Object.entries(checkTypes).flatMap(([type, { execution }]) =>
  execution === 'inbound' ? [] : [type],
)
