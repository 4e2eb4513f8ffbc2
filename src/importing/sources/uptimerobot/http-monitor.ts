import { isFields } from '#contract'
import { listIn } from '../../counterparts/hosted/answers.ts'
import {
  basicAuthOf,
  codesFrom,
  keywordAssertion,
  leftOut,
  limitsFrom,
  webTarget,
} from '../../counterparts/hosted/checks.ts'
import type { Value, WebTarget } from '../../counterparts/hosted/checks.ts'
import { httpCheck, httpMethods, plainText, secretHeaders, unencoded } from '../../counterparts/http-check.ts'
import type { HeaderPair, HttpAssertion, HttpRequest } from '../../counterparts/http-check.ts'
import { statusRangeOf } from '../../counterparts/status-codes.ts'
import type { StatusRange } from '../../counterparts/status-codes.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { familyFrom } from './monitor-import.ts'
import type { MonitorImport } from './monitor-import.ts'

export const httpMonitor = (monitor: MonitorImport): Value | null => requestOf(monitor, 'HEAD', [])

/** The keyword is what alerts: one that must not be there has to be missing. */
export function keywordMonitor(monitor: MonitorImport): Value | null {
  const { draft, fields } = monitor
  const keyword = fields.text('keywordValue')
  const isWanted = (fields.text('keywordType') ?? 'ALERT_NOT_EXISTS').toUpperCase() !== 'ALERT_EXISTS'
  const ignoresCase = fields.text('keywordCaseType') === '1'
  fields.exact('keywordValue', 'keywordType', 'keywordCaseType')
  return requestOf(
    monitor,
    'GET',
    keyword === null ? [] : [keywordAssertion(draft, keyword, { isWanted, ignoresCase })],
  )
}

const comparisons: Readonly<Record<string, string>> = {
  equals: 'EQUALS',
  not_equals: 'NOT_EQUALS',
  contains: 'CONTAINS',
  not_contains: 'NOT_CONTAINS',
  greater_than: 'GREATER_THAN',
  less_than: 'LESS_THAN',
  is_null: 'IS_NULL',
  is_not_null: 'NOT_NULL',
}

/** Conditions on the JSON of an answer. */
export function apiMonitor(monitor: MonitorImport): Value | null {
  const { config } = monitor
  const given = config.value('apiAssertions')
  const { logic, checks } = isFields(given) ? given : {}
  const list = listIn(checks)
  const assertions = list.flatMap(({ property, comparison, target }): readonly HttpAssertion[] => {
    const known = comparisons[textIn(comparison).toLowerCase()]
    return known === undefined
      ? []
      : [
          {
            source: 'JSON_BODY',
            property: textIn(property),
            comparison: known,
            ...(target !== undefined && { target: wordsOf(target) }),
          },
        ]
  })
  const isAny = textIn(logic).toUpperCase() === 'OR' && list.length > 1
  if (isAny)
    config.approximated('apiAssertions', 'All of them have to hold, not one of them: write a multi-step check.')
  else if (assertions.length < list.length)
    config.impossible('apiAssertions', 'Some have a comparison that is not known.')
  else config.exact('apiAssertions')
  return requestOf(monitor, 'GET', assertions)
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function requestOf(monitor: MonitorImport, usualMethod: string, more: readonly HttpAssertion[]): Value | null {
  const { draft, fields, name, seconds } = monitor
  const target = webTarget(draft, name, fields.text('url'))
  if (target === null) return leftOut(draft, fields.item, 'It has no URL of HTTP: correct it.')
  const method = (fields.text('httpMethodType') ?? usualMethod).toUpperCase()
  if (!httpMethods.includes(method)) return leftOut(draft, fields.item, `Checks do not send ${method.slice(0, 20)}.`)
  fields.exact('url', 'httpMethodType')
  fields.ignored('port')
  const codes = codesFrom(fields, 'successHttpResponseCodes', rangesFrom(fields))
  const request: HttpRequest = {
    method,
    url: target.url,
    ...credentialsFrom(monitor, target),
    ...bodyFrom(monitor),
    followRedirects: redirectsFrom(fields),
    ...trustFrom(fields),
    ...familyFrom(monitor),
    assertions: [...codes.assertions, ...more],
  }
  return {
    ...httpCheck(request, seconds < 60),
    ...waitFrom(fields),
    ...(codes.shouldFail && { shouldFail: true }),
  }
}

/** Codes that are down are taken out of the usual ones. */
function rangesFrom(fields: MonitorImport['fields']): readonly StatusRange[] {
  const rangesOf = (field: string): readonly StatusRange[] =>
    fields.list(field).flatMap((code) => {
      const range = statusRangeOf(textIn(code))
      return range === null ? [] : [range]
    })
  const up = rangesOf('successHttpResponseCodes')
  const down = rangesOf('failureHttpResponseCodes')
  fields.exact('failureHttpResponseCodes')
  if (down.length === 0) return up
  const isDown = (code: number): boolean => down.some(([from, to]) => from <= code && code <= to)
  const base: readonly StatusRange[] = [...up, [200, 399]]
  const codes = base.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_none, index) => from + index))
  return codes.filter((code) => !isDown(code)).map((code): StatusRange => [code, code])
}

const redirectsFrom = (fields: MonitorImport['fields']): boolean => {
  fields.exact('followRedirections')
  return fields.flag('followRedirections') ?? true
}

/** Errors of certificates are looked at only where the monitor says so. */
function trustFrom(fields: MonitorImport['fields']): { readonly skipSSL?: true } {
  const checks = fields.flag('checkSSLErrors') ?? false
  fields.exact('checkSSLErrors')
  return checks ? {} : { skipSSL: true }
}

/** A slow answer is a failure there. */
function waitFrom(fields: MonitorImport['fields']): Value {
  const slow = fields.number('responseTimeThreshold')
  const timeout = (fields.number('timeout') ?? 30) * 1000
  if (slow === null || slow <= 0) return limitsFrom(fields, 'timeout', timeout)
  fields.ignored('timeout')
  return limitsFrom(fields, 'responseTimeThreshold', Math.min(slow, timeout))
}

function credentialsFrom({ draft, fields, name }: MonitorImport, target: WebTarget) {
  const type = (fields.text('authType') ?? 'NONE').toUpperCase()
  const username = fields.text('httpUsername') ?? ''
  const password = fields.text('httpPassword')
  const given = Object.entries(Object(fields.value('customHttpHeaders'))).map(([key, value]) => ({
    key,
    value: textIn(value),
  }))
  const own = secretHeaders(draft, name, given)
  fields.exact('customHttpHeaders', 'httpUsername')
  if (password !== null && passwordOf(password) === null)
    fields.approximated('httpPassword', 'The API hides it: enter it as a variable.')
  else fields.exact('httpPassword')
  if (type === 'DIGEST') fields.impossible('authType', 'Checks sign in by basic authentication or a header.')
  else fields.exact('authType')
  const isBasic = type === 'HTTP_BASIC' || (type === 'NONE' && username !== '')
  const basicAuth = isBasic ? basicAuthOf(draft, name, { username, password: passwordOf(password) }) : target.basicAuth
  return {
    basicAuth,
    headers: type === 'BEARER' ? [...own, bearer(unencoded(draft.secret(`${name} token`, passwordOf(password))))] : own,
  }
}

const passwordOf = (text: string | null): string | null => (text === null || /^\*+$/.test(text) ? null : text)

const bearer = (token: string): HeaderPair => ({ key: 'Authorization', value: `Bearer ${token}`, locked: true })

function bodyFrom({ draft, fields }: MonitorImport): Pick<HttpRequest, 'body' | 'bodyType'> {
  const value = fields.value('postValueData')
  const isForm = (fields.text('postValueType') ?? '').toUpperCase() === 'KEY_VALUE'
  fields.exact('postValueData', 'postValueType')
  fields.ignored('postContentType')
  if (value === undefined || value === null || value === '') return {}
  if (isForm && isFields(value)) {
    const form = new URLSearchParams()
    for (const [key, one] of Object.entries(value)) form.append(key, textIn(one))
    return { body: plainText(draft, form.toString()), bodyType: 'FORM' }
  }
  const text = wordsOf(value)
  return { body: plainText(draft, text), bodyType: isForm ? 'FORM' : 'JSON' }
}
