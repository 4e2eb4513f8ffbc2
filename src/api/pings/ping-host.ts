import type { IncomingMessage } from 'node:http'

/**
 * The internal path of a request to a host that is there for pings alone: at its root are the addresses that other tools have
 * at theirs. Null for other hosts.
 */
export const pingHostPath =
  ({ hosts, prefix }: { readonly hosts: readonly string[]; readonly prefix: string }) =>
  ({ headers, url = '/' }: Pick<IncomingMessage, 'headers' | 'url'>): string | null => {
    if (hosts.length === 0) return null
    const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
    return hosts.includes(host) ? `${prefix}${url}` : null
  }
