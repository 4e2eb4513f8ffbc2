import { descriptorOf } from '#contract'
import type { CheckTypeDescriptor, RunTask } from '#contract'

/** The resources for which runs wait together. */
export interface WaitKeys {
  readonly account: string
  /** `host:port` of the responder; null when it is not known before the run. */
  readonly target: string | null
  /** That host, which may have to be looked up. */
  readonly host: string | null
}

/**
 * From the request of a task, which names what it reaches or, for types that ask a server about it, that server; behind a proxy
 * that is the proxy.
 */
export function waitKeysOf({ accountId: account, checkType, request, proxyUrl }: RunTask): WaitKeys {
  const proxy = proxyUrl === undefined ? null : ofUrl(proxyUrl)
  if (proxy) return { account, ...keysOf(proxy) }
  const { target, isHttpCall } = descriptorOf(checkType)
  const text = target && answeringOf(request, target)
  if (typeof text !== 'string') return { account, target: null, host: null }
  const { host, port } = (isHttpCall && ofUrl(text)) || {
    host: text.toLowerCase(),
    port: fieldOf(request, target?.port ?? 'port'),
  }
  return { account, ...keysOf({ host, port }) }
}

interface Answering {
  readonly host: string
  readonly port: unknown
}

const keysOf = ({ host, port }: Answering): Omit<WaitKeys, 'account'> => ({ target: `${host}:${String(port)}`, host })

type Target = NonNullable<CheckTypeDescriptor['target']>

function answeringOf(request: object, { path, server }: Target): unknown {
  let value: unknown = request
  for (const name of server === undefined ? path : [server]) value = fieldOf(value, name)
  return value
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

function ofUrl(text: string): Answering | null {
  const url = URL.parse(text)
  return url && { host: url.hostname, port: url.port || ports[url.protocol] }
}
