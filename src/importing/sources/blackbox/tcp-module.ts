import { isFields } from '#contract'
import { plainText } from '../../counterparts/http-check.ts'
import { targetOf } from '../../counterparts/target.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'
import { ipFamilyFrom, limitsOf, noHost, tlsFrom } from './block-fields.ts'
import type { ProbeModule } from './block-fields.ts'

/** A module that opens a connection, with TLS or a dialogue. */
export function tcpModule(block: SourceFields, draft: Draft): ProbeModule {
  const family = ipFamilyFrom(block)
  const isTls = block.flag('tls') ?? false
  const skips = tlsFrom(block.fields('tls_config'))
  const steps = block.list('query_response').filter(isFields)
  const dialogue = isTls ? {} : dialogueFrom(block, steps, draft)
  if (isTls && steps.length > 0) block.impossible('query_response', 'A check of the certificate sends nothing.')
  block.exact('tls')
  block.finish()
  return ({ target, hostname, timeoutMs }) => {
    const host = targetOf(target)
    if (host === null) return noHost
    if (host.port === null) return 'It names no port: correct it.'
    if (!isTls) {
      const request = { hostname: host.hostname, port: host.port, ...family, ...dialogue }
      return { value: { checkType: 'TCP', request, ...limitsOf(timeoutMs, 5000) }, shortest: 10 }
    }
    const named = hostname === null ? {} : { serverName: hostname }
    const sslConfig = {
      hostname: host.hostname,
      port: host.port,
      ...named,
      ...family,
      ...(skips && { skipChainValidation: true }),
    }
    return { value: { checkType: 'SSL', request: { sslConfig }, ...limitsOf(timeoutMs, 30_000) }, shortest: 60 }
  }
}

/** The text that is sent first, and the one that has to come: checks send once and then read. */
function dialogueFrom(block: SourceFields, steps: readonly Readonly<Record<string, unknown>>[], draft: Draft) {
  const sends = steps.flatMap(({ send }) => (typeof send === 'string' && send !== '' ? [send] : []))
  const expects = steps.flatMap(({ expect }) => (typeof expect === 'string' && expect !== '' ? [expect] : []))
  const isWhole =
    sends.length <= 1 && expects.length <= 1 && steps.every((step) => !step['starttls'] && !step['expect_bytes'])
  if (isWhole && !(sends[0] ?? '').includes('${')) block.exact('query_response')
  else
    block.approximated(
      'query_response',
      'A check sends once and reads the answer: only the first text is sent, and all that is expected has to come.',
    )
  const [first] = sends
  const assertions = (first === undefined ? expects.slice(0, 1) : expects).map((expect) => ({
    source: 'RESPONSE_DATA',
    property: `((?m:${expect}))`,
    comparison: 'NOT_EMPTY',
  }))
  const data = first === undefined || first.includes('${') ? {} : { data: plainText(draft, `${first}\n`) }
  return { ...data, ...(assertions.length > 0 && { assertions }) }
}
