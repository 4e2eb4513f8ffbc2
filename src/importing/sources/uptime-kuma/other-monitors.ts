import { pingTokenOf } from '#kernel'
import { httpMonitor } from './http-monitor.ts'
import { isRecord, jsonOf, textOf } from './kuma-data.ts'
import { hostOf, leaveOut, limitsOf, secretOf, without } from './monitor-import.ts'
import type { MonitorImport, ReadMonitor, Value } from './monitor-import.ts'
import { dnsMonitor, grpcMonitor, pingMonitor, portMonitor, tcp, webSocketMonitor } from './network-monitors.ts'

const shortestPeriod = 30
const longestPeriod = 365 * 86_400

/** push: a heartbeat. Beats that may fail before an alert are time that passes. */
function pushMonitor({ fields, intervalSeconds, takeToken }: MonitorImport): Value {
  const retries = Math.max(0, fields.number('maxretries') ?? 0)
  const grace = retries * (fields.number('retry_interval') || intervalSeconds)
  const period = Math.min(longestPeriod, Math.max(shortestPeriod, intervalSeconds))
  if (period === intervalSeconds) fields.exact('interval')
  else fields.approximated('interval', `A ping is expected every ${period} seconds.`)
  fields.approximated('maxretries', 'A late ping has so many intervals more; a ping that says "down" fails at once.')
  fields.exact('retry_interval')
  fields.ignored('timeout')
  const token = fields.text('push_token')
  const pingToken = token === null ? null : takeToken(pingTokenOf(token))
  if (token !== null && pingToken === pingTokenOf(token)) fields.exact('push_token')
  else
    fields.approximated('push_token', 'The heartbeat has another token: give the job the address that the check shows.')
  return {
    checkType: 'HEARTBEAT',
    heartbeat: {
      period,
      periodUnit: 'seconds',
      grace: Math.min(longestPeriod, Math.round(grace)),
      graceUnit: 'seconds',
      ...(pingToken !== null && { pingToken }),
    },
  }
}

/** real-browser: a page opens with a status that is accepted. */
function browserMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const url = fields.text('url') ?? ''
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return without(monitor, 'It has no HTTP URL.')
  fields.exact('url')
  fields.approximated('remote_browser', 'The browser of the location is used.')
  fields.ignored('screenshot_delay')
  fields.approximated('timeout', 'The page has 30 seconds to open.')
  const given = jsonOf(fields.value('accepted_statuscodes_json')) ?? ['200-299']
  const ranges = (Array.isArray(given) ? given : []).flatMap((one: unknown) => {
    const [, from, to = from] = /^(\d{3})(?:-(\d{3}))?$/.exec(textOf(one)) ?? []
    return from === undefined ? [] : [[Number(from), Number(to)]]
  })
  fields.exact('accepted_statuscodes_json')
  return {
    checkType: 'BROWSER',
    script: [
      `import { test, expect } from '@playwright/test'`,
      ``,
      `test('opens', async ({ page }) => {`,
      `  const answer = await page.goto(${JSON.stringify(url)})`,
      `  const accepted = ${JSON.stringify(ranges)}`,
      `  const status = answer?.status() ?? 0`,
      `  expect(accepted.some(([from, to]) => status >= from && status <= to), 'status ' + status).toBe(true)`,
      `})`,
      ``,
    ].join('\n'),
  }
}

/** globalping: what its probes do, from a place of ours. */
function globalpingMonitor(monitor: MonitorImport): Value | null {
  const { fields, choices } = monitor
  const place = fields.text('location') ?? ''
  const location = choices.locations[place] ?? choices.location
  fields.approximated('location', `Runs at ${location}.`)
  fields.exact('subtype')
  const protocol = fields.text('protocol')?.toUpperCase()
  if (protocol === 'HTTP2') fields.approximated('protocol', 'The version of HTTP is that of the target.')
  else fields.exact('protocol')
  const subtype = fields.text('subtype') ?? 'ping'
  const read = subtype === 'ping' && protocol === 'TCP' ? portMonitor : globalpingTypes[subtype]
  if (!read) return without(monitor, `Globalping measurements of type ${subtype.slice(0, 20)} have no counterpart.`)
  const value = read(monitor)
  return value && { ...value, locations: [location] }
}

const globalpingTypes: Readonly<Partial<Record<string, ReadMonitor>>> = {
  ping: pingMonitor,
  http: httpMonitor,
  dns: dnsMonitor,
}

/** rabbitmq: one node says whether an alarm is in effect. */
function rabbitmqMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const given = jsonOf(fields.value('rabbitmq_nodes'))
  const nodes = (Array.isArray(given) ? given : []).map(textOf).filter((node) => /^https?:\/\//i.test(node))
  const [node] = nodes
  if (node === undefined || !URL.canParse(node) || node.length > 1900 || node.includes('{{'))
    return without(monitor, 'It has no node with an HTTP URL.')
  if (nodes.length > 1) fields.approximated('rabbitmq_nodes', `Only ${new URL(node).host} is asked.`)
  else fields.exact('rabbitmq_nodes')
  fields.exact('rabbitmq_username', 'rabbitmq_password')
  const username = fields.text('rabbitmq_username') ?? ''
  const password = fields.text('rabbitmq_password')
  const url = `${node.replace(/\/+$/, '')}/api/health/checks/alarms/`
  const basicAuth = password === null ? null : { username, password: secretOf(monitor, 'PASSWORD', password) }
  return {
    checkType: 'API',
    ...limitsOf(monitor, 45_000),
    request: { method: 'GET', url, ...(basicAuth && { basicAuth }) },
  }
}

const onlyReachable =
  (usualPort: number | null): ReadMonitor =>
  (monitor) => {
    const host = hostOf(monitor, usualPort)
    if (host === null) return null
    monitor.fields.approximated('type', `Only whether ${host.hostname}:${host.port} accepts connections is checked.`)
    leaveOut(monitor, ['hostname', 'port', 'smtp_security'])
    return tcp(monitor, host)
  }

/** A host and port that stand in a URL or a connection string. */
const reachableAt =
  (column: string, usualPort: number): ReadMonitor =>
  (monitor) => {
    const { fields } = monitor
    const value = jsonOf(fields.value(column)) ?? fields.text(column) ?? ''
    const text = textOf(Array.isArray(value) ? value[0] : isRecord(value) ? '' : value).slice(0, 10_000)
    const host = addressIn(text)
    if (host === null) return without(monitor, `${column} has no host. Make a TCP check of its port.`)
    const port = host.port ?? usualPort
    fields.approximated(column, `Only whether ${host.hostname}:${port} accepts connections is checked.`)
    leaveOut(monitor, [column])
    return tcp(monitor, { hostname: host.hostname, port })
  }

const named = /(?:^|;)\s*(?:server|data source|host)\s*=\s*(?:tcp:)?([^;,\s]+)(?:,(\d{1,5}))?/i
const address = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/\s]*@)?(\[[\da-f:]+\]|[^\s:/?,;=]+)(?::(\d{1,5}))?(?:[/?,]|$)/i

function addressIn(text: string): { readonly hostname: string; readonly port: number | null } | null {
  const [, hostname, digits] = named.exec(text) ?? address.exec(text) ?? []
  const given = /(?:^|;)\s*port\s*=\s*(\d{1,5})/i.exec(text)?.[1] ?? digits
  if (hostname === undefined || hostname.includes('{{') || !isPort(given)) return null
  const port = given === undefined ? null : Number(given)
  return { hostname: hostname.replaceAll(/^\[|\]$/g, ''), port }
}

const isPort = (digits: string | undefined): boolean =>
  digits === undefined || (Number(digits) >= 1 && Number(digits) <= 65_535)

const none =
  (advice: string): ReadMonitor =>
  (monitor) =>
    without(monitor, advice)

const job = 'There is no counterpart. Let a small job look, and ping a heartbeat.'
const datagrams =
  'There is no counterpart, as it asks over UDP. An ICMP monitor can ping the host, or a job a heartbeat.'

/** The reader of each type of monitor, besides groups. */
export const monitorTypes: Readonly<Record<string, ReadMonitor>> = {
  http: httpMonitor,
  keyword: httpMonitor,
  'json-query': httpMonitor,
  port: portMonitor,
  ping: pingMonitor,
  'tailscale-ping': pingMonitor,
  dns: dnsMonitor,
  push: pushMonitor,
  'grpc-keyword': grpcMonitor,
  'real-browser': browserMonitor,
  globalping: globalpingMonitor,
  rabbitmq: rabbitmqMonitor,
  'websocket-upgrade': webSocketMonitor,
  smtp: onlyReachable(25),
  mqtt: onlyReachable(1883),
  'sip-options': onlyReachable(5060),
  'kafka-producer': reachableAt('kafka_producer_brokers', 9092),
  sqlserver: reachableAt('database_connection_string', 1433),
  postgres: reachableAt('database_connection_string', 5432),
  mysql: reachableAt('database_connection_string', 3306),
  mongodb: reachableAt('database_connection_string', 27_017),
  redis: reachableAt('database_connection_string', 6379),
  oracledb: reachableAt('database_connection_string', 1521),
  docker: none(job),
  pm2: none(job),
  'system-service': none(job),
  radius: none(datagrams),
  snmp: none(datagrams),
  ntp: none(datagrams),
  gamedig: none(datagrams),
  steam: none(datagrams),
  manual: none('Set the state of a service on a status page by hand instead.'),
}
