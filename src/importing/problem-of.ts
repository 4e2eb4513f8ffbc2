import { checkTypes, findChannelProblem, isFields } from '#contract'
import { findAssertionProblems } from '#evaluation'
import { findFrequencyProblem, findHeartbeatProblem } from '#schedule'
import { findTemplateProblem } from '#templating'
import type { GivenResource } from '#resource-files'
import { textIn } from './counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

/** Why a resource that is valid in resource files would be rejected; null for one that would not. */
export function problemOf({ section, value }: Pick<GivenResource, 'section' | 'value'>): string | null {
  if (section === 'alertChannels') return channelProblem(value)
  if (section !== 'checks') return null
  const request = isFields(value['request']) ? value['request'] : {}
  return (
    frequencyProblem(value) ?? heartbeatProblem(value) ?? assertionProblem(value, request) ?? templateProblem(request)
  )
}

function channelProblem({ type, config }: Fields): string | null {
  const full = {
    method: 'POST',
    template: null,
    headers: [],
    queryParameters: [],
    webhookSecret: null,
    webhookType: null,
    ...Object(config),
  }
  const problem = findChannelProblem(asChannelType(type), full)
  return problem === null ? null : `${problem.path}: ${problem.problem}`
}

/** Sound for values that fit resource files, whose mistakes are reported besides. */
const asChannelType = (type: unknown) => type as Parameters<typeof findChannelProblem>[0]
const asPlan = (value: object) => value as Parameters<typeof findFrequencyProblem>[0]
const asHeartbeat = (value: object) => value as Parameters<typeof findHeartbeatProblem>[0]
const asAssertions = (list: readonly unknown[]) => list as Parameters<typeof findAssertionProblems>[1]
const asType = (name: unknown) => String(name) as keyof typeof checkTypes

const textOf = (
  problem: { readonly values: Readonly<Record<string, unknown>>; readonly code: string } | null,
): string | null => (problem === null ? null : textIn(problem.values['problem']) || problem.code)

function frequencyProblem(value: Fields): string | null {
  if (!Object.hasOwn(checkTypes, asType(value['checkType'])) || value['frequency'] === undefined) return null
  return textOf(findFrequencyProblem(asPlan({ frequencyOffset: null, ...value })))
}

const usualPeriod = { period: 1, periodUnit: 'days' }

function heartbeatProblem({ heartbeat }: Fields): string | null {
  return isFields(heartbeat) ? textOf(findHeartbeatProblem(asHeartbeat({ ...usualPeriod, ...heartbeat }))) : null
}

function assertionProblem({ checkType }: Fields, { assertions }: Fields): string | null {
  if (!Array.isArray(assertions) || !Object.hasOwn(checkTypes, asType(checkType))) return null
  const full = assertions.map((one: unknown) => ({ property: '', target: '', regex: '', ...Object(one) }))
  const [found] = findAssertionProblems(checkTypes[asType(checkType)].sources, asAssertions(full), 'assertions')
  return found ? `${found.path}: ${found.problem}` : null
}

function templateProblem(value: unknown): string | null {
  if (typeof value === 'string') return findTemplateProblem(value)
  if (value === null || typeof value !== 'object') return null
  for (const one of Object.values(value)) {
    const problem = templateProblem(one)
    if (problem !== null) return problem
  }
  return null
}
