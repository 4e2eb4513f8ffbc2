import { describe, expect, test } from 'vitest'
import { checkTypes, grpcHealthLabels } from '#contract'
import type { CheckType } from '#contract'
import { probePage } from './probe-page.ts'

const stoppedAt = Date.UTC(2026, 2, 1)
const samplesOf = (checkType: CheckType, stored: object | null, sslDaysRemaining: number | null = null): string[] => {
  const name = checkTypes[checkType].result?.name ?? ''
  const run = {
    checkType,
    detail: { [name]: stored },
    stoppedAt,
    sslDaysRemaining,
    succeeded: true,
    durationSeconds: 0.01,
  }
  return probePage([{ ...run, labels: {} }], '*/*').text.split('\n')
}

/** One line of the text format: a name, labels in braces or none, a number. */
const line = /^(?:# (?:HELP|TYPE) .*|probe_\w+(?:\{\w+="(?:[^"\\]|\\.)*"(?:,\w+="(?:[^"\\]|\\.)*")*\})? -?[\d.e+]+|)$/

describe('a page of a probe', () => {
  const { ICMP, DNS, GRPC, SSL, API } = checkTypes
  const ping = ICMP.shapes.sample.answer.json
  const grpc = GRPC.shapes.sample.answer
  const rows: [CheckType, object | null, string[]][] = [
    [
      'ICMP',
      { response: { ...ping, pingResults: [{ ttl: 57 }] } },
      ['probe_icmp_duration_seconds{phase="rtt"} 0.02', 'probe_icmp_reply_hop_limit 57', 'probe_ip_protocol 4'],
    ],
    [
      'DNS',
      { response: DNS.shapes.sample.answer, timingPhases: { total: 12 } },
      ['probe_dns_answer_rrs 1', 'probe_dns_duration_seconds{phase="request"} 0.012'],
    ],
    [
      'GRPC',
      { ...grpc, response: grpc },
      [
        'probe_grpc_ssl 1',
        ...grpcHealthLabels.map(
          (label) => `probe_grpc_healthcheck_response{serving_status="${label}"} ${label === 'SERVING' ? 1 : 0}`,
        ),
      ],
    ],
    [
      'SSL',
      { response: SSL.shapes.sample.answer },
      ['probe_ssl_earliest_cert_expiry 1775001600', 'probe_tls_version_info{version="TLS 1.3"} 1'],
    ],
    [
      'API',
      {
        response: { ...API.shapes.sample.answer, remoteAddress: '2001:db8::1' },
        request: { url: 'https://a.example' },
      },
      ['probe_ip_protocol 6', 'probe_http_duration_seconds{phase="tls"} 0.001', 'probe_http_ssl 1'],
    ],
    ['API', null, ['probe_http_status_code 0', 'probe_http_content_length -1']],
    ['HEARTBEAT', null, ['probe_success 1']],
  ]
  test.each(rows)('has the samples of %s', (type, stored, expected) => {
    const lines = samplesOf(type, stored)
    expect(lines).toEqual(expect.arrayContaining(expected))
    expect(lines.filter((one) => !line.test(one))).toEqual([])
  })

  test('says to the day when a certificate expires of which only the days are known', () => {
    expect(samplesOf('API', null, 10)).toContain(`probe_ssl_earliest_cert_expiry ${stoppedAt / 1000 + 10 * 86_400}`)
  })
})
