import { targetOf } from '../../counterparts/target.ts'
import type { SourceFields } from '../../source-fields.ts'
import { limitsOf, noHost } from './block-fields.ts'
import type { ProbeModule } from './block-fields.ts'

const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'HTTPS']

interface DnsAssertion {
  readonly source: string
  readonly comparison: string
  readonly property?: string
  readonly target?: string
}

/** A module that asks a name server; the name is that of the module, the target is the server. */
export function dnsModule(block: SourceFields): ProbeModule {
  const query = (block.text('query_name') ?? '').replace(/\.$/, '')
  const recordType = (block.text('query_type') ?? 'ANY').toUpperCase()
  const isKnown = recordTypes.includes(recordType)
  block.exact('query_name')
  if (isKnown) block.exact('query_type')
  else block.impossible('query_type', `There is no check of ${recordType.slice(0, 20)} records.`)
  const protocol = (block.text('transport_protocol') ?? 'udp').toLowerCase() === 'tcp' ? 'TCP' : 'UDP'
  block.exact('transport_protocol')
  block.impossible('dns_over_tls', 'Name servers are asked over UDP and TCP.')
  block.ignored('preferred_ip_protocol', 'ip_protocol_fallback', 'source_ip_address', 'tls_config')
  if ((block.text('query_class') ?? 'IN').toUpperCase() === 'IN') block.exact('query_class')
  else block.impossible('query_class', 'Only the class IN is asked for.')
  if (block.flag('recursion_desired') === false) block.impossible('recursion_desired', 'Recursion is always asked for.')
  const assertions = [...codesFrom(block), ...answersFrom(block)]
  for (const name of ['validate_authority_rrs', 'validate_additional_rrs'])
    block.impossible(name, 'Only answers are asserted.')
  block.finish()
  return ({ target, timeoutMs }) => {
    if (!isKnown) return `Its module asks for ${recordType.slice(0, 20)} records, of which there is no check.`
    if (query === '') return 'Its module names nothing to ask for.'
    const server = targetOf(target)
    if (server === null) return noHost
    const request = { query, recordType, nameServer: server.hostname, port: server.port ?? 53, protocol, assertions }
    return { value: { checkType: 'DNS', request, ...limitsOf(timeoutMs, 5000) }, shortest: 60 }
  }
}

function codesFrom(block: SourceFields): readonly DnsAssertion[] {
  const codes = block.list('valid_rcodes').map(String)
  if (codes.length > 1) block.approximated('valid_rcodes', 'One response code can be expected: the first.')
  else block.exact('valid_rcodes')
  const [first] = codes
  return first === undefined || first === 'NOERROR'
    ? []
    : [{ source: 'RESPONSE_CODE', comparison: 'EQUALS', target: first }]
}

function answersFrom(block: SourceFields): readonly DnsAssertion[] {
  const answers = block.fields('validate_answer_rrs')
  const note = 'Expressions are looked for in the text of all answers, not line by line of a zone file.'
  const kinds = [
    ['fail_if_matches_regexp', 'IS_EMPTY'],
    ['fail_if_all_match_regexp', 'IS_EMPTY'],
    ['fail_if_not_matches_regexp', 'NOT_EMPTY'],
    ['fail_if_none_matches_regexp', 'NOT_EMPTY'],
  ] as const
  const found = kinds.flatMap(([name, comparison]) => {
    answers.approximated(name, note)
    return answers.list(name).map((one) => ({ source: 'TEXT_ANSWER', property: `(${String(one)})`, comparison }))
  })
  answers.finish()
  return found
}
