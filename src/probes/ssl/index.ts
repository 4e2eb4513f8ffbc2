import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { Observation, SslAnswer, TlsVersion } from '#contract'
import { writeReason } from '#contract/reasons'
import { chainExpiry, Deadline, failure, identityProblem, leave, servedChain } from '#egress'
import type { ClientIdentity, TlsInspection } from '#egress'
import { roundMs, Stopwatch, withTimeoutCode } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'
import { certificateFacts, fingerprintOf, isIssuerOf } from './certificate-facts.ts'
import { extensionsOf } from './certificate-extensions.ts'
import { alternativeNamesOf, ocspUrlsOf } from './certificate-urls.ts'
import { chainTrust, lacksIssuer } from './chain-trust.ts'
import { findIssuer } from './find-issuer.ts'
import { findRevocation } from './revocation.ts'

const dayMs = 86_400_000
const timeoutCode = 'ETIMEDOUT'
/** For data that the server did not send: the issuer of its certificate and the OCSP status. */
const inquiryTimeMs = 5000

/**
 * Observes an SSL check. Name resolution, connection and handshake share `handshakeTimeoutMs`. Any certificate is
 * accepted for the report; what is wrong with it is part of the answer. Nothing is sent over the connection. The
 * response time is that of the handshake.
 */
export const SSL: Probe<'SSL'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const { hostname, port, ipFamily, serverName, handshakeTimeoutMs } = task.request.sslConfig
  const deadline = new Deadline(tools.clock, Math.min(handshakeTimeoutMs, runTimeOf(task)), tools.signal)
  const settings = { serverName: serverName ?? hostname, ...identityOf(task) }
  const addresses = watch.addressUse(task.request.sslConfig)
  const target = { host: hostname, port, family: ipFamily, addresses, proxyUrl: task.proxyUrl }
  const seen = await tools.egress.inspectTls(target, settings, deadline)
  deadline.close()
  if (seen.failure) return watch.failed(withTimeoutCode(seen.failure, deadline, timeoutCode))
  const chain = servedChain(seen.socket)
  const [certificate] = chain
  const connection = connectionOf(seen)
  leave(seen.socket, tools.clock)
  if (certificate === undefined || connection === null)
    return watch.failed(failure('tls', 'ENOCERTIFICATE', writeReason('NO_CERTIFICATE')))
  return report({ task, tools, watch, seen, chain, certificate, connection })
}

interface Handshaken {
  readonly task: ProbeTask<'SSL'>
  readonly tools: ProbeTools
  readonly watch: Stopwatch
  readonly seen: TlsInspection
  readonly chain: readonly X509Certificate[]
  readonly certificate: X509Certificate
  readonly connection: Pick<SslAnswer, 'protocol' | 'cipherSuite'>
}

async function report(run: Handshaken): Promise<Observation<'SSL'>> {
  const { task, tools, watch, seen, chain, certificate, connection } = run
  const { signal, egress } = tools
  const restMs = Math.max(0, runTimeOf(task) - watch.elapsedMs())
  const deadline = new Deadline(tools.clock, Math.min(inquiryTimeMs, restMs), signal)
  const inquiry = { egress, signal, deadline, proxyUrl: task.proxyUrl }
  const { verificationError } = seen
  const last = chain.at(-1)
  const fetchedIssuer = last && lacksIssuer(verificationError) ? await findIssuer(last, inquiry) : null
  const issuer =
    [...chain, ...(fetchedIssuer ? [fetchedIssuer] : [])].find((one) => isIssuerOf(one, certificate)) ?? null
  const revocation = await findRevocation(certificate, issuer, seen.stapled, inquiry)
  deadline.close()
  const isRevoked = revocation.ocspStatus === 'revoked'
  const trust = chainTrust({ chain, verificationError, fetchedIssuer, isRevoked, nowMs: watch.startedAt })
  const { startedAt } = watch
  const first = chainExpiry(chain, { isTrusted: verificationError === null, nowMs: startedAt })
  const ownDays = daysFrom(startedAt, Date.parse(certificate.validTo))
  const daysUntilExpiry = first === null ? ownDays : daysFrom(startedAt, first.atMs)
  const { serverName, hostname } = task.request.sslConfig
  note(watch, connection, trust.chainTrustDetail, revocation.ocspProblem)
  const answer: SslAnswer = {
    resolvedIp: seen.address,
    ...connection,
    handshakeTimeMs: roundMs(seen.tlsMs),
    daysUntilExpiry,
    hostnameVerified: isMadeFor(certificate, serverName ?? hostname),
    ...trust,
    ...revocation,
    certificate: hostCertificate(certificate, issuer, ownDays),
    chain: chain.map(certificateFacts),
    timingPhases: phasesOf(seen),
  }
  return { ...watch.answered<'SSL'>(answer, seen.tlsMs), sslDaysRemaining: daysUntilExpiry }
}

const daysFrom = (nowMs: number, endMs: number): number => Math.floor((endMs - nowMs) / dayMs)

function note(watch: Stopwatch, { protocol, cipherSuite }: Handshaken['connection'], ...problems: (string | null)[]) {
  watch.note('INFO', writeReason('LOG_HANDSHAKE', { protocol, cipher: cipherSuite }))
  for (const problem of problems) if (problem !== null) watch.note('WARN', problem)
}

function identityOf({ clientCertificate }: ProbeTask<'SSL'>): { identity?: ClientIdentity } {
  if (!clientCertificate) return {}
  const { cert, key, passphrase, ca } = clientCertificate
  const identity = {
    certificate: cert,
    key,
    ...(passphrase !== null && { passphrase }),
    ...(ca !== null && { authority: ca }),
  }
  return { identity }
}

const versions: Readonly<Record<string, TlsVersion>> = {
  TLSv1: 'TLS1.0',
  'TLSv1.1': 'TLS1.1',
  'TLSv1.2': 'TLS1.2',
  'TLSv1.3': 'TLS1.3',
}

function connectionOf({ socket }: TlsInspection): Handshaken['connection'] | null {
  const protocol = versions[socket.getProtocol() ?? '']
  return protocol ? { protocol, cipherSuite: socket.getCipher().standardName } : null
}

function phasesOf({ dnsMs, connectMs, tlsMs }: TlsInspection): SslAnswer['timingPhases'] {
  return {
    dns: roundMs(dnsMs),
    connection: roundMs(connectMs),
    handshake: roundMs(tlsMs),
    total: roundMs(dnsMs + connectMs + tlsMs),
  }
}

const hostCertificate = (
  certificate: X509Certificate,
  issuer: X509Certificate | null,
  daysUntilExpiry: number,
): SslAnswer['certificate'] => ({
  ...certificateFacts(certificate),
  daysUntilExpiry,
  sans: alternativeNamesOf(certificate),
  issuerFingerprintSha256: issuer && fingerprintOf(issuer),
  ...extensionsOf(certificate),
  ocspUrls: ocspUrlsOf(certificate),
})

function isMadeFor(certificate: X509Certificate, name: string): boolean {
  const bare = name.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  try {
    if (isIP(bare) !== 0) return certificate.checkIP(bare) !== undefined
    return identityProblem(bare, certificate.toLegacyObject()) === undefined
  } catch {
    return false
  }
}
