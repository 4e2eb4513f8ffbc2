import { containedIn, expressionOf, jsonPathOf, stepsOf } from '../../counterparts/conditions.ts'
import type { Condition, Operand, Operator } from '../../counterparts/conditions.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import type { HttpAssertion } from '../../counterparts/http-check.ts'

/** The counterpart of a condition. */
export interface Counterpart {
  readonly assertions: readonly HttpAssertion[]
  readonly fate: 'exact' | 'approximated' | 'impossible'
  readonly note: string
  /** Whether a script could hold it exactly. */
  readonly needsScript?: boolean
  /** Whether the status of the response is judged by it. */
  readonly judgesStatus?: boolean
}

/** The sources that bodies and times are asserted on, by type of check. */
export interface AssertionNames {
  readonly body: 'TEXT_BODY' | 'RESPONSE_DATA' | 'TEXT_ANSWER' | null
  readonly json: 'JSON_BODY' | null
  readonly time: { readonly source: string; readonly property?: string } | null
  readonly hasStatus: boolean
  readonly hasCertificate: boolean
}

const exact = (assertions: readonly HttpAssertion[], note = ''): Counterpart => ({
  assertions,
  fate: note === '' ? 'exact' : 'approximated',
  note,
})
const impossible = (note: string): Counterpart => ({ assertions: [], fate: 'impossible', note })
const onlyScript: Counterpart = { assertions: [], fate: 'exact', note: '', needsScript: true }

/** The assertions for a condition, or why there are none. */
export function counterpartOf(condition: Condition, names: AssertionNames): Counterpart {
  const { left } = condition
  if (!('name' in left)) return impossible('It compares constants, or is no condition: remove it.')
  if (left.name === 'STATUS') return statusOf(condition, names)
  if (left.name === 'RESPONSE_TIME') return timeOf(condition, names)
  if (left.name === 'BODY') return bodyOf(condition, names)
  if (left.name === 'CONNECTED') return connectedOf(condition)
  if (left.name === 'CERTIFICATE_EXPIRATION') return expiryOf(condition, names)
  if (left.name === 'DNS_RCODE') return responseCodeOf(condition, names)
  if (left.name === 'DOMAIN_EXPIRATION')
    return impossible('The registration of domains is not watched: put its end into a calendar.')
  if (left.name === 'IP') return impossible('Use a DNS check that asserts the address.')
  return impossible('This placeholder is not known.')
}

const whole = /^-?(?:\d{1,15}|0x[\da-f]{1,12}|0b[01]{1,48})$/i

/** Comparisons of whole numbers; `<=` and `>=` by the number next to it. */
function numeric(source: string, operator: Operator, value: number, property?: string): HttpAssertion {
  const of = { source, ...(property !== undefined && { property }) }
  const target = (number: number): string => String(number)
  if (operator === '==') return { ...of, comparison: 'EQUALS', target: target(value) }
  if (operator === '!=') return { ...of, comparison: 'NOT_EQUALS', target: target(value) }
  if (operator === '<') return { ...of, comparison: 'LESS_THAN', target: target(value) }
  if (operator === '>') return { ...of, comparison: 'GREATER_THAN', target: target(value) }
  return operator === '<='
    ? { ...of, comparison: 'LESS_THAN', target: target(value + 1) }
    : { ...of, comparison: 'GREATER_THAN', target: target(value - 1) }
}

function statusOf({ left, operator, right }: Condition, { hasStatus }: AssertionNames): Counterpart {
  if (!hasStatus) return impossible('Only HTTP responses have a status.')
  if (left.kind !== 'value') return impossible('A status has no length.')
  const judged = (assertions: readonly HttpAssertion[]): Counterpart => ({ ...exact(assertions), judgesStatus: true })
  if (right.kind === 'literal' && whole.test(right.text))
    return judged([numeric('STATUS_CODE', operator, Number(right.text))])
  const family = operator === '==' ? familyOf(right) : undefined
  if (family !== undefined)
    return judged([
      numeric('STATUS_CODE', '>=', Number(family) * 100),
      numeric('STATUS_CODE', '<', Number(family) * 100 + 100),
    ])
  if (right.kind === 'any' && operator === '!=')
    return judged(
      right.values.filter((value) => whole.test(value)).map((value) => numeric('STATUS_CODE', '!=', Number(value))),
    )
  return { ...onlyScript, judgesStatus: true }
}

/** The first digit of `2*`. */
const familyOf = (right: Operand): string | undefined =>
  right.kind === 'pattern' ? /^([1-5])\*$/.exec(right.glob)?.[1] : undefined

function timeOf({ operator, right }: Condition, { time }: AssertionNames): Counterpart {
  if (time === null) return impossible('This type of check has no response time to assert.')
  const text = right.kind === 'literal' ? right.text : ''
  const milliseconds = whole.test(text) ? Number(text) : (secondsOf(text) ?? Number.NaN) * 1000
  if (!Number.isFinite(milliseconds)) return impossible('The time is not a number.')
  return exact([numeric(time.source, operator, Math.round(milliseconds), time.property)])
}

function connectedOf({ operator, right }: Condition): Counterpart {
  const isWanted = right.kind === 'literal' && (operator === '==') === (right.text === 'true')
  return isWanted
    ? exact([])
    : impossible('No check passes because its target cannot be reached: the check is imported, not active.')
}

function expiryOf({ operator, right }: Condition, { hasCertificate }: AssertionNames): Counterpart {
  if (!hasCertificate) return impossible('Add a check of the certificate on a port with TLS.')
  const seconds = right.kind === 'literal' ? secondsOf(right.text) : null
  if (seconds === null || (operator !== '>' && operator !== '>='))
    return impossible('Only "more than a duration" has a counterpart, in a check of the certificate.')
  const days = Math.ceil(seconds / 86_400)
  const note = days * 86_400 === seconds ? '' : `Whole days are counted: ${days}.`
  return exact(
    [{ source: 'CERTIFICATE', property: 'daysUntilExpiry', comparison: 'GREATER_THAN', target: String(days) }],
    note,
  )
}

function responseCodeOf({ operator, right }: Condition, { body }: AssertionNames): Counterpart {
  if (body !== 'TEXT_ANSWER') return impossible('Only DNS answers have such a code.')
  if (right.kind !== 'literal' || (operator !== '==' && operator !== '!='))
    return impossible('Only one response code can be compared.')
  return exact([
    { source: 'RESPONSE_CODE', comparison: operator === '==' ? 'EQUALS' : 'NOT_EQUALS', target: right.text },
  ])
}

function bodyOf(condition: Condition, names: AssertionNames): Counterpart {
  const { left } = condition
  if (names.body === null) return impossible('This type of check reads no body.')
  const path = 'path' in left ? left.path : ''
  if (path !== '' && names.json === null) return impossible('Only HTTP responses are read as JSON.')
  return path === '' ? textOf(condition, names.body, names) : memberOf(condition, path)
}

const withScript = (names: AssertionNames, note: string): Counterpart =>
  names.hasStatus ? onlyScript : impossible(note)

function textOf({ left, operator, right }: Condition, source: string, names: AssertionNames): Counterpart {
  if (left.kind === 'length')
    return lengthOf({ source }, operator, right) ?? withScript(names, 'Lengths are not compared.')
  if (left.kind === 'presence') return withScript(names, 'A body is always there.')
  if (operator !== '==' && operator !== '!=') return withScript(names, 'Bodies are compared as texts only.')
  if (right.kind !== 'literal' && right.kind !== 'pattern')
    return withScript(names, 'One of several values cannot be compared.')
  return exact([textAssertion(source, operator === '==', right)], noteOf(source, right))
}

const noteOf = (source: string, { kind }: Operand): string =>
  source === 'TEXT_ANSWER' && kind === 'literal' ? 'Any of the answers may have it, as there may be several.' : ''

type Compared = Extract<Operand, { readonly kind: 'literal' | 'pattern' }>

function textAssertion(source: string, isEqual: boolean, right: Compared): HttpAssertion {
  const contains = isEqual ? 'CONTAINS' : 'NOT_CONTAINS'
  if (right.kind === 'literal') {
    const comparison = isEqual ? 'EQUALS' : 'NOT_EQUALS'
    return { source, comparison: source === 'TEXT_ANSWER' ? contains : comparison, target: right.text }
  }
  const inner = containedIn(right.glob)
  if (inner !== null) return { source, comparison: contains, target: inner }
  return { source, property: expressionOf(right.glob), comparison: isEqual ? 'NOT_EMPTY' : 'IS_EMPTY' }
}

function lengthOf(
  of: { source: string; property?: string },
  operator: Operator,
  right: Condition['right'],
): Counterpart | null {
  const text = right.kind === 'literal' ? right.text : ''
  const written = `${operator} ${text}`
  if (['> 0', '>= 1', '!= 0'].includes(written)) return exact([{ ...of, comparison: 'NOT_EMPTY' }])
  return ['== 0', '< 1'].includes(written) ? exact([{ ...of, comparison: 'IS_EMPTY' }]) : null
}

function memberOf({ left, operator, right }: Condition, path: string): Counterpart {
  const steps = stepsOf(path)
  if (steps === null) return impossible('The path is broken.')
  const of = { source: 'JSON_BODY', property: jsonPathOf(steps) }
  if (left.kind === 'length') return lengthOf(of, operator, right) ?? onlyScript
  if (left.kind === 'presence') return presenceOf(of, operator, right)
  return right.kind === 'pattern' ? fitsOf(of, operator, right.glob) : valueOf(of, operator, right)
}

interface Member {
  readonly source: string
  readonly property: string
}

function presenceOf(of: Member, operator: Operator, right: Operand): Counterpart {
  const isWanted = right.kind === 'literal' && (operator === '==') === (right.text === 'true')
  const comparison = isWanted ? 'NOT_NULL' : 'IS_NULL'
  return exact([{ ...of, comparison }], 'A member that is null counts as absent here.')
}

function fitsOf(of: Member, operator: Operator, glob: string): Counterpart {
  const inner = containedIn(glob)
  if (inner === null) return onlyScript
  return exact([{ ...of, comparison: operator === '==' ? 'CONTAINS' : 'NOT_CONTAINS', target: inner }])
}

function valueOf(of: Member, operator: Operator, right: Operand): Counterpart {
  if (right.kind !== 'literal') return onlyScript
  if (operator === '==' || operator === '!=')
    return exact([{ ...of, comparison: operator === '==' ? 'EQUALS' : 'NOT_EQUALS', target: right.text }])
  if (!whole.test(right.text)) return onlyScript
  const note = operator.endsWith('=') ? 'Values between two whole numbers may be judged otherwise.' : ''
  return exact([numeric('JSON_BODY', operator, Number(right.text), of.property)], note)
}
