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

/** The proxy that calls to a URL go through, without its credentials; null without one. */
export function proxyOf(url: string, settings: ProxySettings): string | null {
  const proxy = URL.parse(settings[url.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY'] ?? '')
  return proxy && `${proxy.protocol}//${proxy.host}`
}
