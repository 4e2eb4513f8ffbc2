import { serviceUrl } from '../api/call.ts'
import { quoted } from '../curl/to-curl.ts'
import { objectOf } from '../ui/form/body.ts'
import { exportOf, settingsOf, slugOf, asKnownElsewhere } from './coded-check.ts'
import type { CodedCheck } from './coded-check.ts'

/** The target of the check, in a line. */
export function targetOf({ request }: { readonly request?: unknown }): string | null {
  const { url, hostname, query, port } = objectOf(request)
  const host = url ?? hostname ?? query
  if (typeof host !== 'string') return null
  return typeof port === 'number' ? `${host}:${port}` : host
}

/** A call that creates the same check. */
export const curlOf = (check: CodedCheck): string =>
  [
    `curl ${serviceUrl(`/v1/checks/${slugOf(check)}`)}`,
    `  -H "Authorization: Bearer $KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(settingsOf(check), null, 2))}`,
  ].join(' \\\n')

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A resource of the Terraform provider; null for types that it does not have. */
export function terraformOf(given: CodedCheck): string | null {
  const { check, lost } = asKnownElsewhere(given)
  const { terraform: resource } = exportOf(check)
  if (resource === undefined) return null
  const name = snake(check.name.replaceAll(/\W+/g, '_')).replace(/^_/, '').toLowerCase() || 'check'
  return `${lost === null ? '' : `# ${lost}\n`}resource "${resource}" "${name}" {\n${blocksOf(settingsOf(check), '  ')}}\n`
}

function blocksOf(value: Readonly<Record<string, unknown>>, indent: string): string {
  return Object.entries(value)
    .map(([name, item]) => lineOf(snake(name), item, indent))
    .join('')
}

function lineOf(name: string, item: unknown, indent: string): string {
  if (Array.isArray(item)) {
    if (item.every((one) => typeof one !== 'object')) return `${indent}${name} = ${JSON.stringify(item)}\n`
    return item.map((one) => lineOf(name, one, indent)).join('')
  }
  if (typeof item === 'object' && item !== null)
    return `${indent}${name} {\n${blocksOf(objectOf(item), `${indent}  `)}${indent}}\n`
  return `${indent}${name} = ${JSON.stringify(item)}\n`
}
