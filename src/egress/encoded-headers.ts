import { headerText } from '#kernel'
import type { ExchangeRequest } from './exchange.ts'

type Headers = ExchangeRequest['headers']

const encoded = (value: Headers[string]): Headers[string] =>
  typeof value === 'string' ? headerText(value) : value.map(headerText)

/** The headers of a request with values that HTTP can carry, whatever text they have; see `headerText`. */
export const encodedHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, encoded(value)]))
