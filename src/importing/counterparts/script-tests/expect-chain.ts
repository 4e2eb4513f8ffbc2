import type { Argument, CallExpression, Expression } from 'oxc-parser'
import type { Expectation, Place } from '../expectations.ts'
import { compared, inState } from './comparisons.ts'
import type { Compared } from './comparisons.ts'
import { isPlace, keyOf, valueOf } from './values.ts'
import type { Scope, Value } from './values.ts'

interface Link {
  readonly name: string
  /** Null for a word that is not called. */
  readonly args: readonly Argument[] | null
}

interface Chain {
  readonly links: readonly Link[]
  /** The argument of `expect`, or null for a chain on the response. */
  readonly subject: Expression | null
}

const longest = 20

/** `pm.expect(x).to.be.below(3)` and `pm.response.to.have.status(200)` as words; null for anything else. */
function chainOf(node: Expression, scope: Scope): Chain | null {
  const links: Link[] = []
  let at = node
  while (links.length < longest) {
    const subject = at.type === 'CallExpression' ? expectedIn(at, scope) : null
    if (subject !== null) return { links: links.toReversed(), subject }
    const member = at.type === 'CallExpression' ? at.callee : at
    if (member.type !== 'MemberExpression') return null
    const name = keyOf(member, (one) => valueOf(one, scope))
    if (name === 'to' && isResponse(member.object, scope)) return { links: links.toReversed(), subject: null }
    if (typeof name !== 'string') return null
    links.push({ name, args: at.type === 'CallExpression' ? at.arguments : null })
    at = member.object
  }
  return null
}

function isResponse(node: Expression, scope: Scope): boolean {
  const object = valueOf(node, scope)
  return object?.kind === 'name' && object.name === 'pm.response'
}

function expectedIn({ callee, arguments: args }: CallExpression, scope: Scope): Expression | null {
  const name = valueOf(callee, scope)
  const [first] = args
  const isExpect = name?.kind === 'name' && (name.name === 'pm.expect' || name.name === 'expect')
  return isExpect && first !== undefined && first.type !== 'SpreadElement' ? first : null
}

const fillers: ReadonlySet<string> = new Set(
  'to be been is that which and has have with at of same but does still also deep own nested'.split(' '),
)
const none: Compared = { expectations: [], note: null }

/** The expectations of a chain of words on the response; null where it has no counterpart. */
export function demandOf(node: Expression, scope: Scope): Compared | null {
  const chain = chainOf(node, scope)
  if (chain === null) return null
  const words = chain.links.filter(({ name }) => !fillers.has(name))
  const read = (arg: Argument | undefined): Value | null =>
    arg === undefined || arg.type === 'SpreadElement' ? null : valueOf(arg, scope)
  if (chain.subject === null) {
    const meant = words.filter(({ name }) => name !== 'not')
    const [word] = meant
    return word && meant.length === 1 ? ofResponse(word, read, words.length > 1) : null
  }
  return ofSubject(valueOf(chain.subject, scope), words, read)
}

type Read = (arg: Argument | undefined) => Value | null

function ofSubject(subject: Value | null, words: readonly Link[], read: Read): Compared | null {
  let place = subject
  let sum = none
  let isNegated = false
  for (const { name, args } of words) {
    if (name === 'not') {
      isNegated = true
      continue
    }
    if (name === 'property') place = memberOf(place, read(args?.[0]))
    const found = ofWord(place, { name, args }, read, isNegated)
    if (found === null) return null
    sum = { expectations: [...sum.expectations, ...found.expectations], note: sum.note ?? found.note }
  }
  return words.length === 0 ? null : sum
}

function memberOf(place: Value | null, key: Value | null): Value | null {
  if (place?.kind !== 'json' || key?.kind !== 'literal') return null
  return { ...place, steps: [...place.steps, ...String(key.value).split('.')] }
}

const typeNote = 'That it is there is asserted, not its type.'

function ofWord(place: Value | null, { name, args }: Link, read: Read, isNegated: boolean): Compared | null {
  if (args === null) return inState(place, name === 'ok' ? 'exist' : name, isNegated)
  const special = Object.hasOwn(specialWords, name) ? specialWords[name] : undefined
  const given = { place, args: args.map(read), isNegated }
  return special ? special(given) : compared(place, name, given.args[0] ?? null, isNegated)
}

interface Given {
  readonly place: Value | null
  readonly args: readonly (Value | null)[]
  readonly isNegated: boolean
}

const hasLength = ({ place, args: [length = null], isNegated }: Given): Compared | null =>
  isPlace(place) ? compared({ kind: 'length', of: place }, '=', length, isNegated) : null

function isOfType({ place, isNegated }: Given): Compared | null {
  const found = isNegated ? null : inState(place, 'exist', false)
  return found && { ...found, note: typeNote }
}

const specialWords: Readonly<Record<string, (given: Given) => Compared | null>> = {
  property: ({ place, args, isNegated }) =>
    args.length === 1 ? inState(place, 'exist', isNegated) : compared(place, '=', args[1] ?? null, isNegated),
  lengthOf: hasLength,
  length: hasLength,
  a: isOfType,
  an: isOfType,
}

const families: Readonly<Record<string, readonly [number, number]>> = {
  ok: [200, 200],
  success: [200, 299],
  info: [100, 199],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  accepted: [202, 202],
  badRequest: [400, 400],
  unauthorized: [401, 401],
  forbidden: [403, 403],
  notFound: [404, 404],
  rateLimited: [429, 429],
}
const reasons: Readonly<Record<string, number>> = { ok: 200, created: 201, accepted: 202, 'no content': 204 }
const status: Place = { kind: 'status' }
const literal = (value: string | number): Value => ({ kind: 'literal', value })

function ofResponse({ name, args }: Link, read: Read, isNegated: boolean): Compared | null {
  if (args === null) return stateOfResponse(name, isNegated)
  const [first, second] = [read(args[0]), read(args[1])]
  if (name === 'status') return compared(status, '=', statusIn(first), isNegated)
  if (first?.kind !== 'literal') return null
  const text = String(first.value)
  if (name === 'header') return ofMember({ kind: 'header', name: text }, second, isNegated)
  if (name === 'body') return compared({ kind: 'text' }, '=', first, isNegated)
  return name === 'jsonBody' ? ofMember({ kind: 'json', steps: text.split('.') }, second, isNegated) : null
}

function stateOfResponse(name: string, isNegated: boolean): Compared | null {
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  if (family) return isNegated ? null : inRange(family)
  if (name === 'json') return compared({ kind: 'header', name: 'content-type' }, 'has', literal('json'), isNegated)
  return name === 'withBody' ? inState({ kind: 'text' }, 'empty', !isNegated) : null
}

const ofMember = (place: Place, value: Value | null, isNegated: boolean): Compared | null =>
  value === null ? inState(place, 'exist', isNegated) : compared(place, '=', value, isNegated)

/** A code, or the usual words for one. */
function statusIn(value: Value | null): Value | null {
  if (value?.kind !== 'literal' || typeof value.value !== 'string') return value
  const code = reasons[value.value.toLowerCase()]
  return code === undefined ? null : literal(code)
}

function inRange([from, to]: readonly [number, number]): Compared {
  const expectations: readonly Expectation[] =
    from === to
      ? [{ of: status, comparison: 'EQUALS', target: String(from) }]
      : [
          { of: status, comparison: 'GREATER_THAN', target: String(from - 1) },
          { of: status, comparison: 'LESS_THAN', target: String(to + 1) },
        ]
  return { expectations, note: null }
}
