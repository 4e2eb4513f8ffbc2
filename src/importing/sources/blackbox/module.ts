import { targetOf } from '../../counterparts/target.ts'
import { secondsOf } from '../../counterparts/durations.ts'
import { SourceFields } from '../../source-fields.ts'
import type { Draft } from '../../draft.ts'
import { ipFamilyFrom, limitsOf, noHost, tlsFrom } from './block-fields.ts'
import type { ProbeModule } from './block-fields.ts'
import { dnsModule } from './dns-module.ts'
import { httpModule } from './http-module.ts'
import { tcpModule } from './tcp-module.ts'

/** Reads a module once, however many targets it has, and reports its fields. */
export function readModule(draft: Draft, name: string, given: Readonly<Record<string, unknown>>) {
  const fields = new SourceFields(draft, `module "${name}"`, given)
  const prober = fields.text('prober') ?? ''
  const timeoutMs = (secondsOf(fields.text('timeout')) ?? 0) * 1000
  fields.exact('timeout')
  const probers: Readonly<Record<string, () => ProbeModule>> = {
    http: () => httpModule(fields.fields('http'), draft, name),
    tcp: () => tcpModule(fields.fields('tcp'), draft),
    dns: () => dnsModule(fields.fields('dns')),
    icmp: () => icmpModule(fields.fields('icmp')),
    grpc: () => grpcModule(fields.fields('grpc'), draft, name),
    websocket: () => websocketModule(fields),
  }
  const read = Object.hasOwn(probers, prober) ? probers[prober] : undefined
  if (read) fields.exact('prober')
  else fields.impossible('prober', `There is no check of ${prober || 'this kind'}: let a job ping a heartbeat.`)
  const module = read?.() ?? ((): string => `Its module probes ${prober || 'nothing'}.`)
  // The blocks of other probers in a module mean nothing.
  fields.ignored(...Object.keys(probers).filter((other) => other !== prober), 'unix')
  fields.finish()
  return { module, timeoutMs: timeoutMs > 0 ? timeoutMs : null }
}

function icmpModule(block: SourceFields): ProbeModule {
  const family = ipFamilyFrom(block)
  block.impossible('payload_size', 'Pings have the usual size.')
  block.impossible('dont_fragment', 'Pings have the usual size.')
  block.impossible('ttl', 'Pings have the usual number of hops.')
  block.finish()
  return ({ target }) => {
    const host = targetOf(target)
    if (host === null) return noHost
    const request = { hostname: host.hostname, pingCount: 1, ...family }
    const limits = { degradedPacketLossThreshold: null, maxPacketLossThreshold: null }
    return { value: { checkType: 'ICMP', request, ...limits }, shortest: 60 }
  }
}

function grpcModule(block: SourceFields, draft: Draft, name: string): ProbeModule {
  const family = ipFamilyFrom(block)
  const service = block.text('service') ?? ''
  const tls = block.flag('tls') ?? false
  block.exact('service', 'tls')
  const tlsConfig = block.fields('tls_config')
  const skipSSL = tlsFrom(tlsConfig)
  const given = Object.entries(Object(block.value('metadata')))
  const metadata = given.map(([key, value]) => ({ key, value: `{${draft.secret(`${name} ${key}`, String(value))}}` }))
  block.exact('metadata')
  block.finish()
  return ({ target, timeoutMs }) => {
    const host = targetOf(target)
    if (host === null) return noHost
    const timeout = Math.min(180, Math.max(1, Math.ceil(timeoutMs / 1000)))
    const grpcConfig = { mode: 'HEALTH', service, tls, ...(metadata.length > 0 && { metadata }) }
    const request = { url: host.hostname, port: host.port ?? (tls ? 443 : 80), timeout, skipSSL, ...family, grpcConfig }
    return { value: { checkType: 'GRPC', request }, shortest: 60 }
  }
}

function websocketModule(fields: SourceFields): ProbeModule {
  fields.approximated('websocket', 'Only whether the port accepts connections.')
  return ({ target, timeoutMs }) => {
    const host = targetOf(target)
    if (host === null) return noHost
    const request = { hostname: host.hostname, port: host.port ?? (host.scheme === 'wss' ? 443 : 80) }
    return { value: { checkType: 'TCP', request, ...limitsOf(timeoutMs, 5000) }, shortest: 10 }
  }
}
