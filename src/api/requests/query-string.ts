import { parse } from 'qs'
import type { TObject } from 'typebox'

const parametersMax = 1000

/**
 * Parses a query string without its question mark. Lists may be written `tag[]=a&tag[]=b` or `tag=a&tag=b`; nothing
 * nests deeper, and no name reaches a prototype.
 */
export const parseQueryString = (text: string): Record<string, unknown> =>
  text === ''
    ? {}
    : parse(text, {
        depth: 1,
        parameterLimit: parametersMax,
        arrayLimit: parametersMax,
        plainObjects: true,
        allowPrototypes: false,
      })

/** The names of a query schema that take lists: a single value is a list of one there. */
export function listNamesOf(schema: TObject): readonly string[] {
  const properties = Object.entries(schema.properties)
  return properties.filter(([, property]) => 'type' in property && property.type === 'array').map(([name]) => name)
}

/** The names of a query schema that take true or false. */
export function switchNamesOf(schema: TObject): readonly string[] {
  const properties = Object.entries(schema.properties)
  return properties.filter(([, property]) => 'type' in property && property.type === 'boolean').map(([name]) => name)
}

/** Some clients write true and false as 1 and 0; converts them in place. */
export function convertSwitches(query: Record<string, unknown>, switchNames: readonly string[]): void {
  for (const name of switchNames) {
    if (query[name] === '1') query[name] = 'true'
    if (query[name] === '0') query[name] = 'false'
  }
}

/** Wraps the single values of list parameters into lists, in place. */
export function wrapSingleValues(query: Record<string, unknown>, listNames: readonly string[]): void {
  for (const name of listNames) {
    const value = query[name]
    if (typeof value === 'string') query[name] = [value]
  }
}
