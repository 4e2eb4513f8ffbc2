import type { SourceFields } from '../../source-fields.ts'

/** The fields of a check that a module and a target give it. */
export interface ProbeTarget {
  readonly target: string
  /** Of the request, and of TLS. */
  readonly hostname: string | null
  readonly timeoutMs: number
  readonly isFrequent: boolean
}

export interface ProbeCheck {
  readonly value: Readonly<Record<string, unknown>>
  readonly shortest: 10 | 60
}

/** The check of a target, or why there is none, as a sentence. */
export type ProbeModule = (target: ProbeTarget) => ProbeCheck | string

/** The IP version that a block asks for first. */
export function ipFamilyFrom(block: SourceFields): { readonly ipFamily?: 'IPv4' | 'IPv6' } {
  const preferred = block.text('preferred_ip_protocol')
  const hasFallback = block.flag('ip_protocol_fallback') ?? true
  block.ignored('ip_protocol_fallback', 'source_ip_address')
  if (preferred === null) return {}
  if (hasFallback && preferred === 'ip6')
    block.approximated('preferred_ip_protocol', 'Addresses of IPv6 alone are tried.')
  else block.exact('preferred_ip_protocol')
  return { ipFamily: preferred === 'ip6' ? 'IPv6' : 'IPv4' }
}

export const noHost = 'It names no host: correct it.'

export const limitsOf = (timeoutMs: number, most: number) => ({
  degradedResponseTime: null,
  maxResponseTime: Math.min(most, Math.max(1, Math.round(timeoutMs))),
})

/** Whether certificates are accepted unseen; what else TLS has is reported. */
export function tlsFrom(block: SourceFields): boolean {
  const skips = block.flag('insecure_skip_verify') ?? false
  block.exact('insecure_skip_verify')
  for (const name of ['ca_file', 'ca']) block.impossible(name, 'Add the authority to those that the service trusts.')
  for (const name of ['cert_file', 'key_file', 'cert', 'key'])
    block.impossible(name, 'Upload the client certificate for the host; its files are on the machine of the exporter.')
  block.impossible('server_name', 'The name of the URL is asked for: use a check of the certificate for another one.')
  for (const name of ['min_version', 'max_version'])
    block.impossible(name, 'Assert the version of TLS in a check of the certificate.')
  block.finish()
  return skips
}
