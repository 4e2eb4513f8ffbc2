import * as http from 'node:http'

/** By the names of their environment variables. */
export type ProxySettings = Readonly<Record<'HTTP_PROXY' | 'HTTPS_PROXY' | 'NO_PROXY', string | null>>

declare module 'node:http' {
  /** Of Node 24.14, not yet in its types. Returns a function that undoes it. */
  export function setGlobalProxyFromEnv(environment: Readonly<Record<string, string>>): () => void
}

/** Sends the calls of this process to the service through the proxies. Checks do not use them. Returns what undoes it. */
export function useProxies(settings: ProxySettings): () => void {
  const environment = Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
  return http.setGlobalProxyFromEnv(environment)
}

const proxyAuthenticationRequired = 407
/** Of the error of Node's `fetch`. */
const refusedTunnel = /Proxy response \((\d{3})\)/

/** Why a proxy did not pass a call on, by the error of the call; null when it was not a proxy. */
export function proxyRefusal(error: string): string | null {
  const [, status] = refusedTunnel.exec(error) ?? []
  if (status === undefined) return null
  return Number(status) === proxyAuthenticationRequired
    ? 'its proxy requires other credentials than those in HTTP_PROXY or HTTPS_PROXY (407 Proxy Authentication Required).'
    : `its proxy answered ${status} instead of connecting to it.`
}

/** The proxy that calls to a URL go through, without its credentials; null without one. */
export function proxyOf(url: string, settings: ProxySettings): string | null {
  const proxy = URL.parse(settings[url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY'] ?? '')
  return proxy && `${proxy.protocol}//${proxy.host}`
}
