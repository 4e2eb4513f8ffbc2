import { isFields } from '#contract'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'

const types = ['', 'HTTP', 'KEYWORD', 'PING', 'PORT', 'HEARTBEAT']
const methods = ['', 'HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const statuses: Readonly<Record<string, string>> = { 0: 'PAUSED', 1: 'NOT_STARTED', 2: 'UP', 8: 'DOWN', 9: 'DOWN' }
const ports: Readonly<Record<string, number>> = { 1: 80, 2: 443, 3: 21, 4: 25, 5: 110, 6: 143 }
const authentications: Readonly<Record<string, string>> = { 1: 'HTTP_BASIC', 2: 'DIGEST' }
const keywordTypes: Readonly<Record<string, string>> = { 1: 'ALERT_EXISTS', 2: 'ALERT_NOT_EXISTS' }
const valueTypes: Readonly<Record<string, string>> = { 1: 'KEY_VALUE', 2: 'RAW_JSON' }

const found = (table: Readonly<Record<string, unknown>> | readonly unknown[], key: unknown): unknown =>
  Object.entries(table).find(([name]) => name === textIn(key))?.[1]

/** Fields that only have another name. */
const renamed: readonly (readonly [string, string])[] = [
  ['friendly_name', 'friendlyName'],
  ['keyword_value', 'keywordValue'],
  ['keyword_case_type', 'keywordCaseType'],
  ['http_username', 'httpUsername'],
  ['http_password', 'httpPassword'],
  ['custom_http_headers', 'customHttpHeaders'],
  ['post_value', 'postValueData'],
  ['post_content_type', 'postContentType'],
  ['create_datetime', 'createDateTime'],
]

/** A monitor of version 2 in the words of version 3; fields that nobody knows keep their names. */
export function asVersion3(monitor: Fields): Fields {
  const {
    type,
    sub_type: subType,
    port,
    http_method: method,
    http_auth_type: authentication,
    keyword_type: keywordType,
    post_type: postType,
    status,
    alert_contacts: contacts,
    mwindows,
    custom_http_statuses: codes,
    ...rest
  } = monitor
  const plain = new Map(Object.entries(rest))
  for (const [from, to] of renamed) {
    const value = plain.get(from)
    plain.delete(from)
    if (value !== undefined && value !== '') plain.set(to, value)
  }
  return {
    ...Object.fromEntries(plain),
    type: found(types, type) ?? `type ${textIn(type)}`,
    status: found(statuses, status),
    port: textIn(port) === '' || textIn(port) === '0' ? found(ports, subType) : port,
    httpMethodType: found(methods, method),
    authType: found(authentications, authentication),
    keywordType: found(keywordTypes, keywordType),
    postValueType: found(valueTypes, postType),
    assignedAlertContacts: listIn(contacts).map(({ id, threshold, recurrence }) => ({
      alertContactId: id,
      threshold,
      recurrence,
    })),
    maintenanceWindows: listIn(mwindows).map(windowOfVersion2),
    ...codesOf(codes),
  }
}

/** `{ "up": [200], "down": [404] }`, or `200:1_404:0`. */
function codesOf(codes: unknown): Fields {
  const given = isFields(codes) ? codes : {}
  const up = Array.isArray(given['up']) ? given['up'].map(textIn) : pairs(codes, '1')
  const down = Array.isArray(given['down']) ? given['down'].map(textIn) : pairs(codes, '0')
  return up.length + down.length === 0 ? {} : { successHttpResponseCodes: up, failureHttpResponseCodes: down }
}

const pairs = (codes: unknown, state: string): readonly string[] =>
  textIn(codes)
    .split('_')
    .flatMap((pair) => (pair.endsWith(`:${state}`) ? [pair.slice(0, -2)] : []))

const intervals = ['', 'once', 'daily', 'weekly', 'monthly']

/** `value` has days as `2-4-5`, `start_time` seconds since 1970 or the time of a day. */
export function windowOfVersion2({ type, value, start_time: start, friendly_name: name, ...rest }: Fields): Fields {
  const days = textIn(value)
    .split('-')
    .flatMap((day) => (/^\d{1,2}$/.test(day) ? [Number(day)] : []))
  const begins = /^\d{9,11}$/.test(textIn(start)) ? new Date(Number(textIn(start)) * 1000).toISOString() : null
  return {
    ...rest,
    name,
    interval: found(intervals, type),
    ...(days.length > 0 && { days }),
    date: begins?.slice(0, 10),
    time: begins?.slice(11, 19) ?? start,
  }
}
