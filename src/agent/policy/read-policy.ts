import { isAddressRange } from '#egress'
import type { PortRange } from '#egress'
import { Mistake } from '#runner-host'
import { openPolicy, policyCheckTypes } from './local-policy.ts'
import type { Choice, LocalPolicy } from './local-policy.ts'

type Problems = string[]
/** The value of an entry, or undefined when it is none. */
type Read<T> = (entry: unknown) => T | undefined

/** Reads a policy file. Throws one Mistake with everything that is wrong in it. */
export function readPolicy(text: string): LocalPolicy {
  const problems: Problems = []
  const fields = fieldsOf(parse(text), 'the policy', Object.keys(openPolicy), problems)
  const choice = <T>(name: string, read: Read<T>, rule: string): Choice<T> =>
    readChoice({ value: fields[name], name, read, rule }, problems)
  const { scripts = true } = fields
  if (typeof scripts !== 'boolean') problems.push('"scripts" must be true or false')
  const policy = {
    addresses: choice('addresses', readRange, 'an address or a CIDR range, for example "10.0.0.0/8"'),
    ports: choice('ports', readPorts, 'a port from 1 to 65535, or a range of them, for example "8000-8099"'),
    checkTypes: choice('checkTypes', readType, `one of ${policyCheckTypes.join(', ')}`),
    scripts: scripts === true,
  }
  if (problems.length > 0) throw new Mistake(`is not a valid policy: ${problems.join('; ')}.`)
  return policy
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Mistake(`is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function fieldsOf(
  value: unknown,
  subject: string,
  known: readonly string[],
  problems: Problems,
): Readonly<Record<string, unknown>> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`${subject} must be an object with ${known.join(', ')}`)
    return {}
  }
  for (const name of Object.keys(value))
    if (!known.includes(name)) problems.push(`${subject} has no "${name}", only ${known.join(', ')}`)
  return Object.fromEntries(Object.entries(value))
}

interface ChoiceInput<T> {
  readonly value: unknown
  readonly name: string
  readonly read: Read<T>
  readonly rule: string
}

function readChoice<T>({ value, name, read, rule }: ChoiceInput<T>, problems: Problems): Choice<T> {
  const { allow, deny } = fieldsOf(value, `"${name}"`, ['allow', 'deny'], problems)
  const list = (which: string, entries: unknown): readonly T[] => {
    if (!Array.isArray(entries)) {
      problems.push(`"${name}.${which}" must be a list`)
      return []
    }
    return entries.flatMap((entry: unknown, index) => {
      const found = read(entry)
      if (found === undefined) problems.push(`"${name}.${which}[${index}]" must be ${rule}`)
      return found === undefined ? [] : [found]
    })
  }
  return {
    ...(allow !== undefined && { allow: list('allow', allow) }),
    ...(deny !== undefined && { deny: list('deny', deny) }),
  }
}

const readRange: Read<string> = (entry) => (typeof entry === 'string' && isAddressRange(entry) ? entry : undefined)

const readType: Read<string> = (entry) =>
  typeof entry === 'string' && policyCheckTypes.includes(entry) ? entry : undefined

const maxPort = 65_535

const readPorts: Read<PortRange> = (entry) => {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(String(entry)) ?? []
  const range = [Number(first), Number(last)] as const
  return range[0] >= 1 && range[0] <= range[1] && range[1] <= maxPort ? range : undefined
}
