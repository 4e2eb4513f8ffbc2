import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { Fault } from '#kernel'

const maxProblem = 200

/** Errors of the library that mean that the provider did not answer as one; all others reject what it said. */
const unreachable: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

/** The fault that an error of the library means. Its texts contain no token. */
export function faultOfProvider(error: unknown, issuer: string): unknown {
  if (error instanceof Fault || !(error instanceof Error)) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new Fault('OIDC_REJECTED', { values: { problem: problemOf(error) }, cause: error })
  const code: unknown = Reflect.get(error, 'code')
  if (error.cause instanceof TypeError || error instanceof TypeError || unreachable.has(String(code)))
    return new Fault('OIDC_UNREACHABLE', { values: { issuer, problem: clean(causeOf(error)) }, cause: error })
  return new Fault('OIDC_REJECTED', { values: { problem: clean(error.message) }, cause: error })
}

const problemOf = ({ error, error_description: description }: AuthorizationResponseError | ResponseBodyError): string =>
  clean(description === undefined ? error : `${error}, ${description}`)

/** The innermost reason, for example a refused connection. */
function causeOf(error: Error): string {
  let inner = error
  for (let depth = 0; depth < 5 && inner.cause instanceof Error; depth += 1) inner = inner.cause
  return inner.message
}

/** On one line, as the sentence of a fault continues after it. */
const clean = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replace(/\.\s*$/, '')
    .slice(0, maxProblem)
