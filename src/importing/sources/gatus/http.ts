import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { httpCheck, httpMethods, plainText, secretHeaders, unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { targetOf } from '../../counterparts/target.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { AssertionNames } from './assertions.ts'
import type { Context } from './context.ts'
import { assertionsIn, conditionsOf, isReachable, reportConditions } from './read-conditions.ts'
import type { MadeCheck } from './read-conditions.ts'
import { scriptOf } from './script.ts'
import type { Step } from './script.ts'

export const httpNames: AssertionNames = {
  body: 'TEXT_BODY',
  json: 'JSON_BODY',
  time: { source: 'RESPONSE_TIME' },
  hasStatus: true,
  hasCertificate: true,
}

const longestWait = 45_000

/** The request of an endpoint, by the rules of the source. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderPair[]
  readonly body: string | null
  readonly isGraphQl: boolean
  readonly followRedirects: boolean
  readonly skipSSL: boolean
  readonly timeoutMs: number
  readonly needsScript: boolean
  readonly ipFamily?: 'IPv4' | 'IPv6'
}

/** Reads the request of an HTTP endpoint and reports its fields. */
export function requestFrom(
  fields: SourceFields,
  { draft }: Context,
  names: { readonly name: string; readonly group: string | null },
): SentRequest {
  const client = clientFrom(fields.fields('client'))
  const url = plainText(draft, fields.text('url') ?? '')
  const method = (fields.text('method') ?? 'GET').toUpperCase()
  const headers = Object.entries(headersIn(fields.value('headers')))
  const { body, note } = bodyFrom(fields, draft, { url, ...names })
  const isGraphQl = fields.flag('graphql') ?? false
  fields.exact('url', 'headers', 'graphql')
  if (note === null) fields.exact('body')
  else fields.approximated('body', note)
  if (httpMethods.includes(method)) fields.exact('method')
  else fields.approximated('method', 'The request is sent by a script, as checks of APIs do not have this method.')
  const pairs = headers.map(([key, value]) => ({ key, value: String(value) }))
  const isStored = ({ value }: HeaderPair): boolean => value.includes('[CONTEXT]')
  const sent = [
    ...secretHeaders(
      draft,
      names.name,
      pairs.filter((pair) => !isStored(pair)),
    ),
    ...pairs.filter(isStored),
  ]
  return { method, url, headers: sent, body, isGraphQl, ...client, needsScript: !httpMethods.includes(method) }
}

const headersIn = (value: unknown): Readonly<Record<string, unknown>> => (isFields(value) ? value : {})

function clientFrom(client: SourceFields) {
  const timeout = (secondsOf(client.text('timeout')) ?? 10) * 1000
  const timeoutMs = Math.min(longestWait, Math.max(1, Math.round(timeout)))
  if (timeoutMs === timeout) client.exact('timeout')
  else client.approximated('timeout', `A run waits at most ${longestWait / 1000} seconds.`)
  const skipSSL = client.flag('insecure') ?? false
  const followRedirects = !(client.flag('ignore-redirect') ?? false)
  client.exact('insecure', 'ignore-redirect')
  const network = client.text('network')
  if (network !== null) client.exact('network')
  client.impossible('oauth2', 'Get the token by a script before the request: its credentials were not imported.')
  client.impossible(
    'dns-resolver',
    'Names are resolved by the machine: run the check from an agent that uses this resolver.',
  )
  client.impossible('proxy-url', 'Set the proxy of a private location and run the check there.')
  client.impossible('identity-aware-proxy', 'Get the token by a script before the request.')
  client.impossible('tunnel', 'Run the check from an agent behind the tunnel.')
  client.impossible('tls', 'Upload the client certificate for the host; its files are on the machine of the source.')
  client.ignored('store-cookies')
  client.finish()
  return { timeoutMs, skipSSL, followRedirects, ...(network === 'ip6' && { ipFamily: 'IPv6' as const }) }
}

interface Names {
  readonly name: string
  readonly group: string | null
  readonly url: string
}

function bodyFrom(
  fields: SourceFields,
  draft: Draft,
  { name, group, url }: Names,
): { readonly body: string | null; readonly note: string | null } {
  const given = fields.value('body')
  if (given === null || given === undefined || given === '') return { body: null, note: null }
  const text = (typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 1_000_000)
  const filled = plainText(draft, text)
    .replaceAll('[ENDPOINT_NAME]', name)
    .replaceAll('[ENDPOINT_GROUP]', group ?? '')
    .replaceAll('[ENDPOINT_URL]', url)
  const random = /\[RANDOM_STRING_\d+\]/g
  const isRandom = random.test(filled)
  return {
    body: isRandom ? filled.replaceAll(random, unencoded('{{$UUID}}')) : filled,
    note: isRandom ? 'Random texts are UUIDs here.' : null,
  }
}

/** The check of an HTTP endpoint: of a URL, of an API, or a script where assertions cannot say a condition. */
export function httpValue(fields: SourceFields, context: Context, name: string): MadeCheck | null {
  const sent = requestFrom(fields, context, { name, group: fields.text('group') })
  const conditions = conditionsOf(fields, httpNames)
  const isScript = sent.needsScript || conditions.some(({ counterpart }) => counterpart.needsScript)
  const isFrequent = (secondsOf(fields.text('interval')) ?? 60) < 60
  reportConditions(fields, conditions, context, isScript ? 'Held by a script.' : '')
  const beside = certificateOf(
    sent,
    conditions.flatMap(({ counterpart }) => counterpart.assertions),
  )
  const isSound = isReachable(conditions)
  const limits = { degradedResponseTime: null, maxResponseTime: sent.timeoutMs }
  if (isScript) {
    const held = conditions.filter(({ counterpart }) => counterpart.fate !== 'impossible').map(({ text }) => text)
    const script = scriptOf({
      name,
      context: [],
      steps: [stepOf(name, sent, held.filter(isHeld))],
      skipsVerification: sent.skipSSL,
    })
    return { value: { checkType: 'MULTI_STEP', script }, isSound, shortest: 60, ...beside }
  }
  const assertions = assertionsIn(conditions)
  // The status is judged by its conditions alone.
  const isJudged = conditions.some(({ counterpart }) => counterpart.judgesStatus)
  if (!isJudged)
    context.draft.report({
      item: fields.item,
      field: 'conditions',
      fate: 'exact',
      note: 'Passes with every status, as no condition is about it.',
    })
  const request = httpCheck({ ...sent, ...bodyOf(sent), assertions }, isFrequent || sent.timeoutMs > 30_000)
  return {
    value: { ...cleaned(request), ...limits, ...(acceptsFailures(conditions, isJudged) && { shouldFail: true }) },
    isSound,
    shortest: isFrequent ? 10 : 60,
    ...beside,
  }
}

export const isHeld = (text: string): boolean => !/^(?:len\(|has\()?\[(?:CERTIFICATE_EXPIRATION|CONNECTED)\]/.test(text)

const bodyOf = ({ body, isGraphQl }: SentRequest) =>
  body === null ? { body: null } : { body, ...(isGraphQl && { bodyType: 'GRAPHQL' as const }) }

/** Without what a request of the source has besides. */
function cleaned(check: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const request: object = Object(check['request'])
  const theirs = new Set(['isGraphQl', 'timeoutMs', 'needsScript'])
  return { ...check, request: Object.fromEntries(Object.entries(request).filter(([name]) => !theirs.has(name))) }
}

/** Whether codes of 400 and above may pass, which fail by rule otherwise. */
function acceptsFailures(
  conditions: readonly {
    readonly counterpart: { readonly assertions: readonly { source: string; comparison: string; target?: string }[] }
  }[],
  isJudged: boolean,
): boolean {
  if (!isJudged) return true
  const ofStatus = conditions
    .flatMap(({ counterpart }) => counterpart.assertions)
    .filter(({ source }) => source === 'STATUS_CODE')
  const isBelow = ofStatus.some(
    ({ comparison, target = '' }) =>
      (comparison === 'LESS_THAN' && Number(target) <= 400) || (comparison === 'EQUALS' && Number(target) < 400),
  )
  return !isBelow
}

function certificateOf(
  { url }: SentRequest,
  assertions: readonly { readonly source: string }[],
): { readonly beside?: Readonly<Record<string, unknown>> } {
  const ofCertificate = assertions.filter(({ source }) => source === 'CERTIFICATE')
  const target = targetOf(url)
  if (ofCertificate.length === 0 || target === null) return {}
  const sslConfig = { hostname: target.hostname, port: target.port ?? 443 }
  return { beside: { checkType: 'SSL', request: { sslConfig, assertions: ofCertificate } } }
}

export const stepOf = (name: string, sent: SentRequest, conditions: readonly string[]): Step => ({
  name,
  method: sent.method,
  url: sent.url,
  headers: [
    ...(sent.isGraphQl ? [['content-type', 'application/json'] as const] : []),
    ...sent.headers.map(({ key, value }) => [key, value] as const),
  ],
  body: sent.isGraphQl && sent.body !== null ? JSON.stringify({ query: sent.body }) : sent.body,
  timeoutMs: sent.timeoutMs,
  followRedirects: sent.followRedirects,
  conditions,
  store: [],
  alwaysRun: false,
})
