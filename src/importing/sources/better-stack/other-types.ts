import { isFields } from '#contract'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import {
  isHost,
  isPort,
  containing,
  endpointOf,
  leftOut,
  limitsFrom,
  pingCheck,
  tcpCheck,
  tcpLimit,
} from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { indented } from '../../counterparts/script-text.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

/** A monitor on its way to a check. */
export interface MonitorImport {
  readonly draft: Draft
  readonly fields: SourceFields
  readonly name: string
  readonly type: string
  /** Between two runs. */
  readonly seconds: number
}

/** The part of a check that its type has; null: there is no counterpart. */
export type ReadMonitor = (monitor: MonitorImport) => Value | null

const usualPorts: Readonly<Record<string, number>> = { smtp: 25, pop: 110, imap: 143 }

function port({ draft, fields, type }: MonitorImport): Value | null {
  const host = targetOf(fields.text('url') ?? '')
  const ports = (fields.text('port') ?? '')
    .split(',')
    .map((one) => Number(one.trim()))
    .filter(isPort)
  const endpoint = endpointOf(host?.hostname, ports[0] ?? host?.port ?? usualPorts[type])
  fields.exact('url')
  fields.noted('port', ports.length > 1 ? `Only port ${ports[0]} is checked: make a check for each other one.` : null)
  if (endpoint === null) return leftOut(draft, fields.item, 'It has no host and port: correct it.')
  if (type !== 'tcp')
    fields.approximated('monitor_type', `Only whether port ${endpoint.port} accepts connections is checked.`)
  fields.exact('required_keyword')
  const assertions = containing('RESPONSE_DATA', fields.text('required_keyword'))
  return {
    ...tcpCheck(endpoint.hostname, endpoint.port, { assertions }),
    ...limitsFrom(fields, 'request_timeout', fields.number('request_timeout'), tcpLimit),
  }
}

function ping({ draft, fields }: MonitorImport): Value | null {
  const host = targetOf(fields.text('url') ?? '')?.hostname ?? null
  fields.exact('url')
  fields.ignored('request_timeout')
  return isHost(host) ? pingCheck(host) : leftOut(draft, fields.item, 'It has no host: correct it.')
}

/** The server is the URL, the name the body. */
function dns({ draft, fields }: MonitorImport): Value | null {
  const query = fields.text('request_body')
  const server = targetOf(fields.text('url') ?? '')
  fields.exact('request_body')
  if (!isHost(query)) return leftOut(draft, fields.item, 'It has no name to look up: correct it.')
  if (server === null) fields.impossible('url', 'The public resolvers are asked instead.')
  else fields.exact('url')
  const keyword = fields.text('required_keyword')
  fields.exact('required_keyword')
  fields.approximated('monitor_type', 'An A record is asked for, as the API does not tell the type.')
  return {
    checkType: 'DNS',
    ...limitsFrom(fields, 'request_timeout', fields.number('request_timeout'), 5000),
    request: {
      query,
      recordType: 'A',
      ...(server && { nameServer: server.hostname, port: server.port ?? 53 }),
      ...(keyword !== null && { assertions: [{ source: 'TEXT_ANSWER', comparison: 'CONTAINS', target: keyword }] }),
    },
  }
}

/** Steps without a test around them get one; the variables of the monitor become those of the account. */
function playwright({ draft, fields, name }: MonitorImport): Value | null {
  const script = fields.text('playwright_script')
  const given = fields.value('environment_variables')
  const pairs = isFields(given)
    ? Object.entries(given)
    : listIn(given).map((one) => [textIn(one['name']), fieldsIn(one)['value']] as const)
  fields.exact('playwright_script')
  fields.ignored('url', 'request_timeout')
  if (script === null) return leftOut(draft, fields.item, 'It has no script: make a browser check.')
  const named = pairs.map(([key, value]) => ({ key, reference: draft.secret(key, textIn(value)) }))
  const differs = named.some(({ key, reference }) => reference !== `{{${key}}}`)
  if (differs) fields.approximated('environment_variables', 'Some have another name here: change it in the script.')
  else fields.exact('environment_variables')
  const head = script.includes('@playwright/test') ? '' : `import { expect, test } from '@playwright/test'\n\n`
  const isWhole = /\btest\s*\(/.test(script)
  const body = isWhole ? script : `test(${JSON.stringify(name)}, async ({ page }) => {\n${indented(script)}\n})\n`
  return { checkType: 'BROWSER', script: `${head}${body}` }
}

export const otherTypes: Readonly<Record<string, ReadMonitor>> = {
  tcp: port,
  smtp: port,
  pop: port,
  imap: port,
  ping,
  dns,
  playwright,
  udp: ({ draft, fields }) => {
    fields.ignored('url', 'port', 'request_timeout')
    return leftOut(draft, fields.item, 'Nothing is asked over UDP: ping the host, or let a small job feed a heartbeat.')
  },
}
