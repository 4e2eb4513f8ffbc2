import { serviceUrl } from '../../api/call.ts'
import type { Check } from './check-screen.tsx'

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** What the check asks, in a line. */
export function targetOf({ request }: Check): string | null {
  const { url, hostname, query, port } = objectOf(request)
  const host = url ?? hostname ?? query
  if (typeof host !== 'string') return null
  return typeof port === 'number' ? `${host}:${port}` : host
}

/** Settings of its own, without what the service adds and without values of secrets. */
function settingsOf(check: Check): Record<string, unknown> {
  const {
    id: _id,
    created_at: _created,
    updated_at: _updated,
    alertChannels: _channels,
    projectBindings: _bindings,
    doubleCheck: _double,
    checkType: _type,
    environmentVariables,
    ...rest
  } = check as Check & Record<string, unknown>
  const entries = Object.entries(rest).filter(
    ([, value]) => value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  )
  const variables = (environmentVariables ?? []).map(({ key, value, locked, secret }) => ({
    key,
    value: locked || secret ? '' : value,
    ...(secret ? { secret } : { locked }),
  }))
  return { ...Object.fromEntries(entries), ...(variables.length > 0 && { environmentVariables: variables }) }
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const slugOf = ({ checkType }: Check): string => checkType.toLowerCase().replaceAll('_', '')

/** A call that creates the same check. */
export const curlOf = (check: Check): string =>
  [
    `curl ${serviceUrl(`/v1/checks/${slugOf(check)}`)}`,
    `  -H "Authorization: Bearer $KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(settingsOf(check), null, 2))}`,
  ].join(' \\\n')

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The types that the Terraform provider has a resource for. */
const resources: Readonly<Record<string, string>> = {
  api: 'checkly_check',
  url: 'checkly_url_monitor',
  tcp: 'checkly_tcp_monitor',
  dns: 'checkly_dns_monitor',
  icmp: 'checkly_icmp_monitor',
  heartbeat: 'checkly_heartbeat_monitor',
}

/** A resource of the Terraform provider; null for types that it does not have. */
export function terraformOf(check: Check): string | null {
  const resource = resources[slugOf(check)]
  if (resource === undefined) return null
  const name = snake(check.name.replaceAll(/\W+/g, '_')).replace(/^_/, '').toLowerCase() || 'check'
  return `resource "${resource}" "${name}" {\n${blocksOf(settingsOf(check), '  ')}}\n`
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
