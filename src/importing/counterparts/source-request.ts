import { httpCheck, isSensitive, secretHeaders } from './http-check.ts'
import type { HeaderPair, HttpRequest } from './http-check.ts'
import { acceptsFailures, assertionOf } from './expectations.ts'
import type { Expectation, Place } from './expectations.ts'
import type { Draft } from '../draft.ts'

/** A request of a source with everything filled in: texts are templates of this product. */
export interface SourceRequest {
  readonly name: string
  /** As in the report. */
  readonly item: string
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderPair[]
  readonly body: string | null
  readonly bodyType?: HttpRequest['bodyType']
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly followRedirects: boolean
  readonly skipSSL: boolean
  readonly expectations: readonly Expectation[]
  readonly stored: readonly (readonly [name: string, place: Place])[]
}

const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request changes nothing, so that it may run again and again. */
export const isSafe = ({ method }: Pick<SourceRequest, 'method'>): boolean => safe.has(method)

/**
 * The type and request of the check of one request. Expectations that no assertion holds are reported. `needsApi` is true for what
 * checks of URLs do not have.
 */
export function requestCheck(
  draft: Draft,
  request: SourceRequest,
  needsApi = false,
): Readonly<Record<string, unknown>> {
  const { method, url, headers, body, bodyType, basicAuth, followRedirects, skipSSL, expectations, item } = request
  const assertions = expectations.flatMap((one) => {
    const assertion = assertionOf(one)
    if (assertion === null)
      draft.report({
        item,
        field: `tests: ${one.of.kind}`,
        fate: 'impossible',
        note: 'No assertion compares this: write a script.',
      })
    return assertion ?? []
  })
  const check = httpCheck(
    {
      method,
      url,
      headers,
      body,
      basicAuth,
      assertions,
      ...(bodyType && { bodyType }),
      ...(!followRedirects && { followRedirects }),
      ...(skipSSL && { skipSSL }),
    },
    needsApi,
  )
  return { ...check, ...(acceptsFailures(expectations) && { shouldFail: true }) }
}

/** Headers with their credentials as secrets of the account. */
export const sourceHeaders = (draft: Draft, owner: string, headers: readonly HeaderPair[]): readonly HeaderPair[] =>
  headers.flatMap((header) =>
    header.locked || !isSensitive(header.key) || /\{\{/.test(header.value)
      ? header
      : secretHeaders(draft, owner, [header]),
  )
