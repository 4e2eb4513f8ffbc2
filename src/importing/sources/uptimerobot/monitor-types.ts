import { dnsRecordTypes } from '#contract'
import {
  heartbeatCheck,
  isHost,
  isPort,
  leftOut,
  limitsFrom,
  pingCheck,
  tcpCheck,
  tcpLimit,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { apiMonitor, httpMonitor, keywordMonitor } from './http-monitor.ts'
import { familyFrom } from './monitor-import.ts'
import type { MonitorImport, ReadMonitor } from './monitor-import.ts'

const secondsToMs = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000)

function portMonitor(monitor: MonitorImport): Value | null {
  const { draft, fields } = monitor
  const host = targetOf(fields.text('url') ?? '')?.hostname ?? null
  const port = fields.number('port')
  fields.exact('url', 'port')
  if (!isHost(host) || !isPort(port)) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  return {
    ...tcpCheck(host, port, familyFrom(monitor)),
    ...limitsFrom(fields, 'timeout', secondsToMs(fields.number('timeout')), tcpLimit),
  }
}

function pingMonitor(monitor: MonitorImport): Value | null {
  const { draft, fields } = monitor
  const host = targetOf(fields.text('url') ?? '')?.hostname ?? null
  fields.exact('url')
  fields.ignored('timeout', 'port')
  return isHost(host)
    ? pingCheck(host, familyFrom(monitor))
    : leftOut(draft, fields.item, 'It has no host: correct it.')
}

function heartbeatMonitor({ fields, seconds }: MonitorImport): Value {
  fields.impossible('url', 'The address is another one here: give the job the address that the check shows.')
  fields.exact('gracePeriod')
  fields.ignored('timeout', 'port')
  return heartbeatCheck(seconds, fields.number('gracePeriod') ?? 0)
}

const recordsIn = (value: unknown) =>
  Object.entries(Object(value)).flatMap(([type, values]) =>
    Array.isArray(values) && values.length > 0 ? [{ type: type.toUpperCase(), values: values.map(textIn) }] : [],
  )

/** All values that are expected have to be in the answer. */
function dnsMonitor({ draft, fields, config }: MonitorImport): Value | null {
  const query = targetOf(fields.text('url') ?? '')?.hostname ?? null
  const records = recordsIn(config.value('dnsRecords'))
  const [first] = records.filter(({ type }) => dnsRecordTypes.some((known) => known === type))
  fields.exact('url')
  fields.ignored('port')
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  const recordType = first?.type ?? 'A'
  const others = records.filter((record) => record !== first).length
  const note = `Only records of type ${recordType} are checked: make a check for each other type.`
  config.noted('dnsRecords', others > 0 ? note : null)
  const assertions = (first?.values ?? []).map((target) => ({ source: 'TEXT_ANSWER', comparison: 'CONTAINS', target }))
  const limits = limitsFrom(fields, 'timeout', secondsToMs(fields.number('timeout')), 5000)
  return { checkType: 'DNS', ...limits, request: { query, recordType, assertions } }
}

/** The reader of each type. */
export const monitorTypes: Readonly<Record<string, ReadMonitor>> = {
  HTTP: httpMonitor,
  KEYWORD: keywordMonitor,
  API: apiMonitor,
  PING: pingMonitor,
  PORT: portMonitor,
  HEARTBEAT: heartbeatMonitor,
  DNS: dnsMonitor,
  UDP: ({ draft, fields }) => {
    fields.ignored('url', 'port', 'timeout')
    return leftOut(draft, fields.item, 'Nothing is asked over UDP: ping the host, or let a small job feed a heartbeat.')
  },
}
