import { fieldsIn } from '../../counterparts/hosted/answers.ts'
import { leftOut, webTarget } from '../../counterparts/hosted/checks.ts'
import { httpMethods } from '../../counterparts/http-check.ts'
import type { HeaderPair } from '../../counterparts/http-check.ts'
import { sourceHeaders } from '../../counterparts/source-request.ts'
import type { SourceRequest } from '../../counterparts/source-request.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import { bodyFrom, encodedText } from './body.ts'
import { signInFrom } from './sign-in.ts'

export interface Sending {
  readonly draft: Draft
  /** Those of `request`. */
  readonly request: SourceFields
  readonly name: string
  readonly fill: (text: string) => string
  readonly followRedirects: boolean
  readonly skipSSL: boolean
}

/** A request without what is expected of it. */
export type Sent = Omit<SourceRequest, 'expectations' | 'stored'> & {
  /** Fetches a token before the request; null: none is needed. */
  readonly setupScript: string | null
}

/** Null for a request that a check cannot send. */
export function sentOf(sending: Sending): Sent | null {
  const { request, name, fill } = sending
  const given = withQuery(request.text('url') ?? '', request.value('query'))
  const method = (request.text('method') ?? 'GET').toUpperCase()
  request.exact('url', 'query', 'method')
  const problem = problemOf(given, method)
  if (problem !== null) return leftOut(sending.draft, request.item, problem)
  const { url, basicAuth } = targetOf(given, sending)
  const signIn = signInFrom(request, sending)
  const body = bodyFrom(request, fill)
  const headers = headersFrom(sending, body.contentType)
  reportRest(request)
  return {
    name,
    item: request.item,
    method,
    url,
    headers,
    body: body.text,
    ...(body.type !== null && { bodyType: body.type }),
    basicAuth: signIn.basicAuth ?? basicAuth,
    followRedirects: request.flag('follow_redirects') ?? sending.followRedirects,
    skipSSL: request.flag('allow_insecure') ?? sending.skipSSL,
    setupScript: signIn.setupScript,
  }
}

function problemOf(url: string, method: string): string | null {
  if (!/^(?:https?:\/\/|\{\{)/i.test(url)) return 'It has no URL of HTTP: correct it.'
  return httpMethods.includes(method) ? null : `Checks do not send ${method.slice(0, 20)}.`
}

/** Credentials in an address become a secret. */
function targetOf(given: string, { draft, name, fill }: Sending) {
  const target = webTarget(draft, name, given)
  return target !== null && target.basicAuth !== null ? target : { url: fill(given), basicAuth: null }
}

function headersFrom({ draft, request, name, fill }: Sending, contentType: string | null): readonly HeaderPair[] {
  const given = Object.entries(fieldsIn(request.value('headers')))
  const filled = given.map(([key, value]) => ({ key, value: fill(textIn(value)) }))
  request.exact('headers')
  return sourceHeaders(draft, name, typed(filled, contentType))
}

const typed = (headers: readonly HeaderPair[], type: string | null): readonly HeaderPair[] =>
  type === null || headers.some(({ key }) => key.toLowerCase() === 'content-type')
    ? headers
    : [...headers, { key: 'content-type', value: type }]

function withQuery(url: string, query: unknown): string {
  const parameters = Object.entries(fieldsIn(query)).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodedText(textIn(value))}`,
  )
  return parameters.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parameters.join('&')}`
}

function reportRest(request: SourceFields): void {
  request.exact('follow_redirects', 'allow_insecure')
  request.impossible('certificate', 'Upload the client certificate for the host.')
  request.impossible('proxy', 'Set the proxy of a private location and run the check there.')
  request.ignored(
    'certificateDomains',
    'noSavingResponseBody',
    'persistCookies',
    'host',
    'port',
    'shouldTrackHops',
    'numberOfPackets',
    'checkCertificateRevocation',
    'disableAiaIntermediateFetching',
    'isMessageBase64Encoded',
  )
  if ((request.text('httpVersion') ?? 'any') === 'any') request.ignored('httpVersion')
  else request.impossible('httpVersion', 'The version of HTTP is that of the server.')
}
