import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import type { TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'
import { defaultSslBaseline } from '#contract'
import type { Assertion, Observation, RunTask, SslConfig, Verdict } from '#contract'
import { createEgress } from '#egress'
import type { AddressRules } from '#egress'
import { evaluateRun } from '#evaluation'
import { observe } from '#probes'
import type { ProbeTask, ProbeTools } from '#probes'
import { SystemClock } from '#kernel'
import type { IssuedCertificate } from './certificate-authority.ts'
import { runFields } from './probe-tasks.ts'

/** Tools of a location that trusts the given authorities; their file goes with the test. */
export function toolsTrusting(
  authorities: readonly IssuedCertificate[],
  rules: AddressRules = { allowPrivateTargets: true },
): ProbeTools {
  const folder = mkdtempSync(join(tmpdir(), 'ssl-'))
  const caFile = join(folder, 'authorities.pem')
  writeFileSync(caFile, authorities.map(({ cert }) => cert).join(''))
  const clock = new SystemClock()
  const egress = createEgress({ ...rules, caFile }, clock)
  rmSync(folder, { recursive: true })
  return { clock, egress, signal: new AbortController().signal, userAgent: 'Belfry/test' }
}

export interface TlsScene extends TlsOptions {
  readonly own: IssuedCertificate
  readonly sent?: readonly IssuedCertificate[]
  readonly stapled?: Buffer
}

/** A TLS server that ends with the test; returns its port. */
export async function tlsServer({ own, sent = [], stapled, ...options }: TlsScene): Promise<number> {
  const cert = [own, ...sent].map((one) => one.cert).join('')
  const server = createServer({ cert, key: own.key, ...options }, (socket) => socket.on('error', () => {}).resume())
  server.on('OCSPRequest', (_certificate, _issuer, answer) => answer(null, stapled ?? Buffer.alloc(0)))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

type Wishes = Partial<SslConfig> &
  Pick<ProbeTask<'SSL'>, 'clientCertificate'> & { readonly assertions?: readonly Assertion[] }

export function sslTask(port: number, { clientCertificate, assertions = [], ...config }: Wishes = {}): RunTask<'SSL'> {
  const sslConfig: SslConfig = {
    hostname: '127.0.0.1',
    port,
    serverName: 'shop.test',
    ipFamily: 'IPv4',
    skipChainValidation: false,
    handshakeTimeoutMs: 10_000,
    alertDaysBeforeExpiry: 20,
    securityBaseline: defaultSslBaseline,
    ...config,
  }
  return {
    ...runFields,
    checkType: 'SSL',
    timeoutMs: 40_000,
    request: { sslConfig, sslClientCertificateId: null, assertions },
    ...(clientCertificate && { clientCertificate }),
  }
}

/** A run of an SSL check, as by the runner. */
export async function runSsl(
  port: number,
  tools: ProbeTools,
  wishes: Wishes = {},
): Promise<{ readonly seen: Observation<'SSL'>; readonly verdict: Verdict; readonly task: RunTask<'SSL'> }> {
  const task = sslTask(port, wishes)
  const seen = await observe(task, tools)
  return { seen, verdict: evaluateRun(task, seen), task }
}
