import { redactionMark } from '#redaction'
import type { Payload } from '../resource-type.ts'

const masked = (value: unknown, isHidden: unknown): unknown => (isHidden ? redactionMark : value)

const pairsOf = (list: unknown): readonly Payload[] => (Array.isArray(list) ? list.map(Object) : [])

/** Headers or query parameters without the values that are locked. */
const maskedPairs = (pairs: unknown): Payload[] =>
  pairsOf(pairs).map(({ key, value, locked }) => ({ key, value: masked(value, locked), locked }))

/** Variables without the values that are locked or secret. */
export const maskedVariables = (variables: unknown): Payload[] =>
  pairsOf(variables).map(({ key, value, locked, secret }) => ({
    key,
    value: masked(value, locked || secret),
    locked,
    secret,
  }))

function maskedBasicAuth(auth: unknown): Payload {
  const { username }: Payload = Object(auth)
  return auth ? { basicAuth: { username, password: redactionMark } } : {}
}

/** A request over HTTP, or the defaults of one, without its secrets; others are as they were. */
export function maskedRequest(request: unknown): Payload {
  const fields: Payload = Object(request)
  if (!('headers' in fields)) return fields
  const { headers, queryParameters, basicAuth, ...rest } = fields
  return {
    ...rest,
    headers: maskedPairs(headers),
    queryParameters: maskedPairs(queryParameters),
    ...maskedBasicAuth(basicAuth),
  }
}
