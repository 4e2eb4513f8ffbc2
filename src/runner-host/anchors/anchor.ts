import { Mistake } from '../setting-parsers.ts'

/** Something that a runner reaches whenever its network works. */
export interface Anchor {
  readonly way: 'icmp' | 'tcp' | 'dns'
  /** An address or a name. */
  readonly host: string
  /** Null where the way has none. */
  readonly port: number | null
  /** Its role for this machine; `named` by the operator. */
  readonly role: 'gateway' | 'name server' | 'named'
}

/** The anchors of a machine: those it finds itself, those that the operator names, or none. */
export type AnchorSetting = 'default' | 'off' | readonly Anchor[]

const forms = 'icmp://10.0.0.1, tcp://10.0.0.5:443 or dns://10.0.0.2'
const hostPattern = /^(?:\[[\da-f:.]+\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)$/i
const maxAnchors = 20
const maxPort = 65_535

/** `default`, `off`, or anchors separated by commas: `icmp://10.0.0.1,tcp://10.0.0.5:443,dns://10.0.0.2`. */
export function anchorSetting(text: string): AnchorSetting {
  const word = text.trim().toLowerCase()
  if (word === 'default' || word === 'off') return word
  const anchors = text.split(',').map((item) => readAnchor(item.trim()))
  if (anchors.length > maxAnchors) throw new Mistake(`must not name more than ${maxAnchors} anchors.`)
  return anchors
}

const form = /^(?:(icmp|tcp|dns):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d{1,5}))?$/i

function readAnchor(text: string): Anchor {
  const [, way = 'icmp', host = '', port] = form.exec(text) ?? []
  if (!hostPattern.test(host)) throw new Mistake(`cannot be read at "${text}": write ${forms}.`)
  const of = { host: host.replace(/^\[|\]$/g, ''), role: 'named' } as const
  switch (way.toLowerCase()) {
    case 'tcp':
      if (port === undefined) throw new Mistake(`needs a port at "${text}": write ${forms}.`)
      return { ...of, way: 'tcp', port: portOf(port) }
    case 'dns':
      return { ...of, way: 'dns', port: port === undefined ? dnsPort : portOf(port) }
    default:
      if (port !== undefined) throw new Mistake(`needs no port at "${text}": write ${forms}.`)
      return { ...of, way: 'icmp', port: null }
  }
}

function portOf(text: string): number {
  const port = Number(text)
  if (port < 1 || port > maxPort) throw new Mistake(`must have ports from 1 to ${maxPort}, not ${text}.`)
  return port
}

export const dnsPort = 53

/** An IPv6 address in brackets, before a port. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** `gateway 10.0.0.1`, `name server 10.0.0.2`, `tcp://10.0.0.5:443`, as sentences name it. */
export function nameOfAnchor({ way, host, port, role }: Anchor): string {
  if (role !== 'named') return `${role} ${host}`
  const shown = bracketed(host)
  return `${way}://${shown}${port === null || (way === 'dns' && port === dnsPort) ? '' : `:${port}`}`
}
