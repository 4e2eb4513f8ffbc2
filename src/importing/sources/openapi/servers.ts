import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'
import type { ApiDocument, Operation } from './operation.ts'

/** The address of an operation: its own, that of its path, or that of the document. Null where none has a host. */
export function serverOf({ fields, item }: Operation, { fields: document }: ApiDocument): string | null {
  const lists = [fields['servers'], item['servers'], document['servers']]
  const server = lists.flatMap((list) => (Array.isArray(list) && list.length > 0 ? [list[0] as unknown] : []))[0]
  const url = isFields(server) ? withDefaults(textIn(server['url']), server['variables']) : ofSwagger(document)
  return url !== null && /^https?:\/\//i.test(url) && URL.canParse(url) && !/[{}]/.test(url) ? url : null
}

const withDefaults = (url: string, variables: unknown): string =>
  url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isFields(variables) && Object.hasOwn(variables, name) ? variables[name] : null
    return (isFields(variable) ? textIn(variable['default']) : '') || whole
  })

/** Version 2.0 has scheme, host and path apart. */
function ofSwagger({ schemes, host, basePath }: Readonly<Record<string, unknown>>): string | null {
  if (typeof host !== 'string') return null
  const names: readonly unknown[] = Array.isArray(schemes) ? schemes : []
  const scheme = names.length === 0 || names.includes('https') ? 'https' : 'http'
  return `${scheme}://${host}${textIn(basePath)}`
}
