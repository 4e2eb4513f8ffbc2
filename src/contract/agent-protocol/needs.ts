import { descriptorOf, wireCheckTypes } from '../check-types/index.ts'
import type { CheckType, RunRequirement } from '../check-types/index.ts'
import type { AgentCapabilities } from './capabilities.ts'

/** A capability that a run needs of an agent: `type:` and a check type, or `feature:` and the name of a feature. */
export type AgentNeed = `type:${string}` | `feature:${string}`

/** The properties of a run that decide its needs. */
export interface NeedyRun {
  readonly checkType: CheckType
  readonly request?: unknown
  readonly hasCode: boolean
}

/** The needs of types that an agent reports; it does not report the others. */
const featureOf: Readonly<Partial<Record<RunRequirement, string>>> = {
  isolation: 'scripts',
  scripts: 'scripts',
  runtime: 'runtime',
  browser: 'browser',
  icmp: 'icmp',
}

/** The needs of a run, in order. Which runtimes are installed does not matter: agents install what runs need. */
export function needsOf({ checkType, request, hasCode }: NeedyRun): AgentNeed[] {
  const { needs = [], conditionalNeeds } = descriptorOf(checkType)
  const all = [...needs, ...((hasCode && conditionalNeeds?.hasScripts) || [])]
  const features = new Set(all.flatMap((need) => featureOf[need] ?? []))
  const isIpv6 = typeof request === 'object' && request !== null && 'ipFamily' in request && request.ipFamily === 'IPv6'
  return [
    `type:${checkType}`,
    ...[...features, ...(isIpv6 ? ['ipv6'] : [])].map((name): AgentNeed => `feature:${name}`),
  ]
}

/** The needs that an agent does not meet. It may have a feature that it does not mention. */
export const lacksOf = ({ checkTypes, features }: AgentCapabilities): AgentNeed[] => [
  ...wireCheckTypes.filter((type) => !checkTypes.includes(type)).map((type): AgentNeed => `type:${type}`),
  ...features.filter(({ isAvailable }) => !isAvailable).map(({ name }): AgentNeed => `feature:${name}`),
]

const featureNames: Readonly<Record<string, string>> = {
  icmp: 'ICMP echo requests',
  ipv6: 'IPv6',
  scripts: 'running scripts in isolation',
  browser: 'a browser',
  runtime: 'a runtime of scripts',
  packetCapture: 'packet capture',
}

/** A need for people. */
export function describeNeed(need: string): string {
  const [kind, name = ''] = need.split(':')
  return kind === 'type' ? `checks of type ${name}` : (featureNames[name] ?? name)
}

/** The agents of a location that are connected, by what they cannot do. */
export type ConnectedAgents = readonly { readonly lacks: readonly string[] }[]

/** The needs of a run that none of these agents meets; null when one meets all, and when there are none: another may connect. */
export function missingOn(needs: readonly string[], agents: ConnectedAgents): readonly string[] | null {
  const missing = agents.map(({ lacks }) => needs.filter((need) => lacks.includes(need)))
  if (missing.length === 0 || missing.some((some) => some.length === 0)) return null
  return [...new Set(missing.flat())]
}

/** Why none of these agents can do what a run needs, as a sentence; null as above. */
export function whyNoAgentCan(needs: readonly string[], agents: ConnectedAgents): string | null {
  const missing = missingOn(needs, agents)
  return missing && sentenceOf(missing)
}

/** Says that needs are missing on agents. */
export const sentenceOf = (missing: readonly string[]): string =>
  `No connected agent of this location can run the check. Missing on them, or forbidden by their policies: ${missing.map(describeNeed).join(', ')}.`
