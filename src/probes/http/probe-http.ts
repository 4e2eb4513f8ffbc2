import { isBelowPath } from '#contract'
import type {
  HttpAnswer,
  HttpRequest,
  Observation,
  ObservationFailure,
  ServedCertificate,
  UndecodedBody,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, failure } from '#egress'
import type { ChainExpiry, ClientIdentity, Exchange, ReadBody, ResponseHead } from '#egress'
import { dayMs } from '#kernel'
import { decodeContent } from './content-coding.ts'
import { bodyForm, memoryBytes, maxBodyBytes, showBody } from './http-body.ts'
import type { BodyForm, StoredBody } from './http-body.ts'
import { followRedirect, isRedirect, maxRedirects, tooManyRedirects } from './http-redirect.ts'
import { describeSent, prepareRequest } from './http-request.ts'
import type { Prepared } from './http-request.ts'
import { timingsOf } from './http-timings.ts'
import { RunCookies } from './run-cookies.ts'
import { freeBodyBytes, largeBodies } from './large-bodies.ts'
import type { LargeBody } from './large-bodies.ts'
import { Stopwatch, withTimeoutCode } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { ProbeTask, ProbeTools } from '../probe.ts'

type HttpType = 'URL' | 'API'

const timeoutCode = 'ESOCKETTIMEDOUT'
/** A run waits this much longer than `maxResponseTime`, so that a slightly late response is still seen. */
const overtimeMs = 1_000
/** Runs without an account share what one may have. */
const noAccount = ''

/** The state of one run; `certificate` is the first to expire of all https hosts. */
interface Run {
  readonly task: ProbeTask<HttpType>
  readonly tools: ProbeTools
  readonly watch: Stopwatch
  readonly deadline: Deadline
  readonly largeBody: LargeBody
  readonly cookies: RunCookies
  certificate: { readonly atMs: number; readonly host: string } | null
  readonly certificates: Map<string, ServedCertificate>
  /** The last connection attempt. */
  tried: { readonly url: URL; readonly address: string | null } | null
}

interface Arrived {
  readonly failure: null
  readonly exchange: Exchange
  readonly url: URL
  /** Milliseconds from the start of the run to the start of this exchange. */
  readonly waitedMs: number
}

/**
 * Observes a URL or API check. The response time runs from the start to the last byte of the final response, without
 * the wait for memory to store it in. Timings are those of the final exchange; redirects before it count as `wait`. A
 * body over 25 MB is cut, a certificate is verified unless `skipSSL`, and no response in time is ESOCKETTIMEDOUT. A run
 * that can only fail by `maxResponseTime` ends a second after it.
 */
export async function probeHttp<T extends HttpType>(task: ProbeTask<T>, tools: ProbeTools): Promise<Observation<T>> {
  const watch = new Stopwatch(tools.clock)
  const request: HttpRequest = task.request
  const prepared = prepareRequest(request, tools.userAgent, task.secrets)
  if (prepared.failure) return watch.failed(prepared.failure)
  for (const note of prepared.notes) watch.note('WARN', note)
  const deadline = new Deadline(tools.clock, timeLimitOf(task), tools.signal)
  const largeBody = tools.largeBody ?? largeBodies.open(noAccount, tools.clock)
  const cookies = new RunCookies()
  const run: Run = {
    task,
    tools,
    watch,
    deadline,
    largeBody,
    cookies,
    certificate: null,
    certificates: new Map(),
    tried: null,
  }
  const seen = await observe(run, prepared)
  if (!tools.largeBody) largeBody.release()
  deadline.close()
  const observation = seen.failure
    ? watch.failed<HttpType>(timedOut(seen.failure, deadline, task))
    : watch.answered<HttpType>(seen.answer, seen.answer.timingPhases.total)
  const evidence = seen.failure ? await evidenceOf(run, seen.failure) : {}
  return {
    ...observation,
    ...evidence,
    ...(!seen.failure && seen.undecodedBody ? { undecodedBody: seen.undecodedBody } : {}),
    sent: describeSent(prepared, request),
    ...certificateOf(run, prepared.url),
  }
}

const timeLimitOf = (task: ProbeTask<HttpType>): number =>
  Math.min(runTimeOf(task), (task.limits?.maxResponseTime ?? Infinity) + overtimeMs)

/**
 * The wait for memory for a large body is not part of the response time, so the deadline is extended to the complete
 * time limit.
 */
const gateOf = ({ task, deadline, largeBody }: Run) => ({
  freeBytes: largeBody.freeBytes,
  admit: (): Promise<void> => {
    deadline.prolong(runTimeOf(task))
    return largeBody.admit()
  },
})

/** A timeout under the code of these checks, with the limit that was the reason to stop waiting. */
function timedOut(why: ObservationFailure, deadline: Deadline, { limits }: ProbeTask<HttpType>): ObservationFailure {
  const named = withTimeoutCode(why, deadline, timeoutCode)
  const max = limits?.maxResponseTime ?? null
  if (named === why || max === null || deadline.timeoutMs !== max + overtimeMs) return named
  const message = writeReason('NO_RESPONSE_WITHIN', { limit: max, milliseconds: deadline.timeoutMs })
  return { ...named, message }
}

/** Every https host on the way counts: a browser stops at each of their certificates. */
function noteCertificate(run: Run, { hostname }: URL, expiry: ChainExpiry | null): void {
  if (expiry !== null) run.certificates.set(hostname, { host: hostname, ...expiry.host })
  if (expiry === null || (run.certificate !== null && run.certificate.atMs <= expiry.atMs)) return
  run.certificate = { atMs: expiry.atMs, host: hostname }
  if (expiry.above === null) return
  const instant = new Date(expiry.atMs).toISOString()
  const named = { host: hostname, certificateName: expiry.above, instant }
  run.watch.note('WARN', writeReason('LOG_CERTIFICATE_ABOVE', named))
}

function certificateOf(
  { certificate, certificates, watch }: Run,
  { hostname }: URL,
): Pick<Observation, 'sslDaysRemaining' | 'sslDomain' | 'certificates'> {
  if (certificate === null) return { sslDaysRemaining: null }
  const { atMs, host } = certificate
  const sslDaysRemaining = Math.floor((atMs - watch.startedAt) / dayMs)
  return {
    sslDaysRemaining,
    ...(host !== hostname && { sslDomain: host }),
    certificates: [...certificates.values()],
  }
}

interface SeenAnswer {
  readonly failure: null
  readonly answer: HttpAnswer
  readonly undecodedBody: UndecodedBody | null
}

type Seen = SeenAnswer | { readonly failure: ObservationFailure }

async function observe(run: Run, prepared: Prepared): Promise<Seen> {
  const arrived = await exchangeUntilFinal(run, prepared)
  if (arrived.failure) return arrived
  const { exchange, url, waitedMs } = arrived
  const { response } = exchange
  const form = bodyForm(response.header('content-type') ?? '', run.task.request)
  const limits = { maxBytes: maxBodyBytes, maxStoredBytes: memoryBytes(form), gate: gateOf(run) }
  const read = await exchange.readBody(limits, run.deadline)
  exchange.close()
  noteOddities(run, exchange)
  if (read.failure) return read
  const endedMs = run.watch.elapsedMs() - run.largeBody.waitedMs()
  const stored = await beforeDeadline(present(run, exchange, form, read), run.deadline)
  if ('kind' in stored) return { failure: stored }
  const answer: HttpAnswer = {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
    ...stored.body,
    finalUrl: url.href,
    remoteAddress: exchange.address,
    ...timingsOf(exchange.phases, waitedMs, endedMs),
  }
  return { failure: null, answer, undecodedBody: stored.undecodedBody }
}

async function exchangeUntilFinal(run: Run, first: Prepared): Promise<Arrived | { failure: ObservationFailure }> {
  const { followRedirects, skipSSL, ipFamily: family } = run.task.request
  const addresses = run.watch.addressUse(run.task.request)
  let prepared = first
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const waitedMs = run.watch.elapsedMs()
    const { method, url, body } = prepared
    const headers = withCookies(prepared, run)
    const tls = { skipVerification: skipSSL, ...(url.host === first.url.host && identityFor(run.task, url)) }
    const exchange = await run.tools.egress.exchange(
      { method, url, headers, body, family, addresses, tls, proxyUrl: run.task.proxyUrl },
      run.deadline,
    )
    run.tried = { url, address: exchange.address ?? null }
    noteCertificate(run, url, exchange.certificateExpiresAt)
    if (exchange.failure) return { failure: exchange.failure }
    if (!followRedirects || !isRedirect(exchange.response)) return { failure: null, exchange, url, waitedMs }
    exchange.close()
    noteOddities(run, exchange)
    const next = await redirected(run, prepared, exchange.response)
    if (next.failure) return next
    prepared = next
  }
  return { failure: tooManyRedirects }
}

/** Notes how the response violates the standard although it could be read. */
function noteOddities({ watch }: Run, exchange: Exchange): void {
  for (const oddity of exchange.oddities()) watch.note('WARN', writeReason('LOG_ANSWER_ODD', { reason: oddity }))
}

async function redirected({ task, tools, watch, cookies }: Run, prepared: Prepared, response: ResponseHead) {
  const { keepCookies = true } = task.request
  if (keepCookies) await cookies.keep(prepared.url, [response.headers['set-cookie'] ?? []].flat(), tools.clock.now())
  const next = followRedirect(prepared, response)
  if (!next.failure)
    watch.note('INFO', writeReason('LOG_REDIRECT', { httpStatus: response.status, url: next.url.href }))
  return next
}

function withCookies({ url, headers }: Prepared, { cookies, tools }: Run): Prepared['headers'] {
  const own = [headers['cookie'] ?? []].flat().join('; ')
  const cookie = cookies.headerFor(url, own, tools.clock.now())
  return cookie === '' ? headers : { ...headers, cookie }
}

/** The files that show the cause of a network failure; what they show is noted in the log of the run. */
async function evidenceOf(
  { task, tools, watch, tried }: Run,
  failure: ObservationFailure,
): Promise<Pick<Observation, 'artifacts'>> {
  // Behind a proxy the route of the target cannot be seen.
  if (!tools.networkEvidence || !tried || task.proxyUrl !== undefined) return {}
  const { url, address } = tried
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  const { ipFamily: family } = task.request
  const connection = { failure, host: url.hostname, port, family, address, secrets: task.secrets ?? [] }
  const { artifacts, notes } = await tools.networkEvidence.gather(connection, tools)
  for (const text of notes) watch.note('INFO', text)
  return artifacts.length > 0 ? { artifacts } : {}
}

/** Presented only to the host of the check, below its path: redirect targets are not trusted with it. */
function identityFor({ clientCertificate }: Run['task'], url: URL): { readonly identity?: ClientIdentity } {
  if (clientCertificate === undefined || !isBelowPath(url, clientCertificate.path)) return {}
  const { cert: certificate, key, ca, passphrase } = clientCertificate
  const chain = { ...(ca !== null && { authority: ca }), ...(passphrase !== null && { passphrase }) }
  return { identity: { certificate, key, ...chain } }
}

/** Decoding may have to wait for memory. */
const beforeDeadline = <T>(work: Promise<T>, deadline: Deadline): Promise<T | ObservationFailure> =>
  new Promise((resolve, reject) => {
    const stop = deadline.onExpire(resolve)
    work.then(resolve, reject).finally(stop)
  })

interface Presented {
  readonly body: StoredBody
  readonly undecodedBody: UndecodedBody | null
}

async function present(
  run: Run,
  exchange: Exchange,
  form: BodyForm,
  read: ReadBody,
): Promise<Presented | ObservationFailure> {
  const { header } = exchange.response
  const coding = form === 'binary' ? '' : (header('content-encoding') ?? '')
  const decoded = await decodeContent(read, coding, { maxBytes: maxBodyBytes, gate: gateOf(run) })
  if (!decoded) {
    const text = writeReason('BODY_NOT_DECODED', { endpoint: exchange.endpoint })
    return failure('protocol', 'ERR_CONTENT_DECODING', text)
  }
  const { bytes, truncated, oddities } = decoded
  for (const oddity of oddities) run.watch.note('WARN', writeReason('LOG_BODY_ODD', { reason: oddity }))
  const contentType = header('content-type') ?? ''
  if (form === 'text' && run.tools.largeBody && bytes.length > freeBodyBytes)
    return { body: { body: '', bodyTruncated: truncated }, undecodedBody: { bytes, contentType } }
  const { cut, ...stored } = showBody(form, bytes, contentType, read.size)
  return { body: { ...stored, bodyTruncated: truncated || cut }, undecodedBody: null }
}
