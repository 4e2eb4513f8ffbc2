import { httpMethods, plainHttpRequest } from '#contract'
import type { HttpRequest } from '#contract'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import { restoreMaskedBasicAuth, restoreMaskedPairs } from '../checks/stored-values.ts'
import { pickGiven } from '../checks/pick-given.ts'
import type { RequestInput } from './request-maker.ts'

type HttpInput = Partial<RequestInput<'API'>> & { readonly url: string }

export const httpRequestOf = (given: HttpInput, current: HttpRequest = plainHttpRequest): HttpRequest => ({
  ...plainHttpRequest,
  ...pickGiven(given, [
    'url',
    'followRedirects',
    'keepCookies',
    'skipSSL',
    'ipFamily',
    'tryAllAddresses',
    'body',
    'bodyType',
    'responseSchema',
  ]),
  method: methodOf(given.method) ?? plainHttpRequest.method,
  headers: restoreMaskedPairs(given.headers, current.headers),
  queryParameters: restoreMaskedPairs(given.queryParameters, current.queryParameters),
  basicAuth: restoreMaskedBasicAuth(given.basicAuth, current.basicAuth),
  assertions: assertionsOf(given.assertions),
})

/** Clients may send methods in lowercase. */
const methodOf = (method: string | undefined): HttpRequest['method'] | undefined =>
  httpMethods.find((known) => known === method?.toUpperCase())
