import { createSocket } from 'node:dgram'
import { decode, streamDecode } from 'dns-packet'
import type { Answer, DecodedPacket } from 'dns-packet'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress, systemNameSources } from '#egress'
import { SystemClock } from '#kernel'
import { dnsResponse, tcpAndUdpServer, tcpServer, udpServer } from '../../../tests/support/local-servers.ts'
import { dnsTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { late } from '../../../tests/support/late.ts'
import { dnsProbe, DNS as probeDns } from './index.ts'

const probe = (changes: Parameters<typeof dnsTask>[0]) => probeDns(dnsTask(changes), probeTools)

/** A name server over UDP that answers every query with the result of `respond`. */
const server = (respond: (query: DecodedPacket, times: number) => Buffer | readonly Buffer[] | null) => {
  let times = 0
  return udpServer((bytes, from, socket) => {
    times += 1
    const made = respond(decode(bytes), times)
    for (const packet of made === null ? [] : [made].flat()) socket.send(packet, from.port, from.address)
  })
}
const answering = (...answers: Answer[]) => server((query) => dnsResponse(query, answers))
const failing = (code: number) => server((query) => dnsResponse(query, [], { flags: 0x0180 | code }))
const name = 'example.test'
const a = (data: string): Answer => ({ type: 'A', name, ttl: 300, data })

/** Records the codec cannot write are given as bytes under their number. */
const raw = (type: number, data: Buffer): Answer => Object.assign(a(''), { type: `UNKNOWN_${type}`, ttl: 60, data })

describe('DNS answers', () => {
  it('are returned as text in the layout of dig and as JSON', async () => {
    const { port } = await answering(a('192.0.2.1'), a('192.0.2.2'))
    const seen = await probe({ port })
    expect(seen.failure).toBeNull()
    expect(seen.answer?.text.replace(/id: \d+/, 'id: N')).toBe(
      [
        ';; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: N',
        ';; flags: qr rd ra; QUERY: 1, ANSWER: 2, AUTHORITY: 0, ADDITIONAL: 0',
        '',
        ';; QUESTION SECTION:',
        ';example.test.\tIN\tA',
        '',
        ';; ANSWER SECTION:',
        'example.test.\t300\tIN\tA\t192.0.2.1',
        'example.test.\t300\tIN\tA\t192.0.2.2',
        '',
      ].join('\n'),
    )
    expect(seen.answer?.json).toEqual({
      Status: 'NOERROR',
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'example.test.', type: 'A' }],
      Answer: [
        { name: 'example.test.', type: 'A', TTL: 300, data: '192.0.2.1' },
        { name: 'example.test.', type: 'A', TTL: 300, data: '192.0.2.2' },
      ],
    })
    expect(seen.answer).toMatchObject({ responseCode: 'NOERROR', nameServer: '127.0.0.1', protocol: 'UDP' })
    expect(seen.responseTimeMs).toBe(seen.answer?.timingPhases.total)
    expect(seen.responseTimeMs).toBeGreaterThan(0)
  })

  const alpn = Buffer.from('000100 00010006 026833 026832'.replaceAll(' ', ''), 'hex')
  const hints = Buffer.from(
    '0001 03666f6f00 00030002 20fb 00040008 c0000201 c0000202 00060010 20010db8000000000000000000000001'.replaceAll(
      ' ',
      '',
    ),
    'hex',
  )
  it.each([
    ['AAAA', { type: 'AAAA', name, data: '2001:db8::1' }, '2001:db8::1'],
    ['CNAME', { type: 'CNAME', name, data: 'other.test' }, 'other.test.'],
    ['NS', { type: 'NS', name, data: 'ns1.test' }, 'ns1.test.'],
    ['MX', { type: 'MX', name, data: { preference: 10, exchange: 'mail.test' } }, '10 mail.test.'],
    ['TXT', { type: 'TXT', name, data: ['v=spf1 "x" ', '-all'] }, 'v=spf1 "x" -all'],
    [
      'SOA',
      {
        type: 'SOA',
        name,
        data: { mname: 'ns.test', rname: 'root.test', serial: 1, refresh: 2, retry: 3, expire: 4, minimum: 5 },
      },
      'ns.test. root.test. 1 2 3 4 5',
    ],
    ['HTTPS', raw(65, Buffer.concat([Buffer.from([0, 1, 0]), alpn.subarray(3)])), '1 . alpn="h3,h2"'],
    ['HTTPS', raw(65, hints), '1 foo. port="8443" ipv4hint="192.0.2.1,192.0.2.2" ipv6hint="2001:db8::1"'],
    ['HTTPS', raw(65, Buffer.from([0, 0, 1, 0x61])), '\\# 4 00000161'],
  ] as const)('of type %s are displayed in presentation form', async (recordType, record, data) => {
    const { port } = await answering(record as Answer)
    const seen = await probe({ port, recordType })
    expect(seen.answer?.json.Question).toEqual([{ name: 'example.test.', type: recordType }])
    expect(seen.answer?.json.Answer).toMatchObject([{ type: recordType, data }])
  })

  it('separate the strings of TXT in the text, and escape line breaks', async () => {
    const { port } = await answering({ type: 'TXT', name, ttl: 1, data: ['a"b', 'c\nd\0'] })
    const seen = await probe({ port, recordType: 'TXT' })
    expect(seen.answer?.text).toContain('\tTXT\t"a\\"b" "c\\010d\\000"')
    expect(seen.answer?.json.Answer[0]?.data).toBe('a"bc\nd\uFFFD')
  })

  it('hold a long value of TXT as one, also in the text', async () => {
    const parts = ['v=DKIM1; p='.padEnd(255, 'A'), 'B'.repeat(255), 'C']
    const { port } = await answering({ type: 'TXT', name, ttl: 1, data: parts })
    const seen = await probe({ port, recordType: 'TXT' })
    expect(seen.answer?.text).toContain(`\tTXT\t"${parts.join('')}"\n`)
    expect(seen.answer?.json.Answer[0]?.data).toBe(parts.join(''))
  })

  it('of other types along the way are included', async () => {
    const { port } = await answering(
      { type: 'CNAME', name, ttl: 5, data: 'other.test' },
      { ...a('192.0.2.1'), name: 'other.test' },
    )
    expect((await probe({ port })).answer?.json.Answer.map(({ type, name: owner }) => [type, owner])).toEqual([
      ['CNAME', 'example.test.'],
      ['A', 'other.test.'],
    ])
  })

  it.each([
    [1, 'FORMERR'],
    [2, 'SERVFAIL'],
    [3, 'NXDOMAIN'],
    [5, 'REFUSED'],
    [11, 'DSOTYPENI'],
    [15, 'RCODE15'],
  ])('with code %d are answers: %s', async (code, responseCode) => {
    const { port } = await failing(code)
    const seen = await probe({ port })
    expect(seen).toMatchObject({ failure: null, answer: { responseCode, json: { Status: responseCode, Answer: [] } } })
  })

  it('are found for internationalized names and for the root', async () => {
    const queried: string[] = []
    const { port } = await server((query) => {
      queried.push(query.questions?.[0]?.name ?? '')
      return dnsResponse(query, [])
    })
    await probe({ port, query: 'münchen.test.' })
    await probe({ port, query: '.', recordType: 'NS' })
    expect(queried).toEqual(['xn--mnchen-3ya.test', '.'])
  })

  it.each(['a..b', `${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}aaa`])('are not sought for %s', async (query) => {
    expect((await probe({ port: 1, query })).failure).toMatchObject({ kind: 'preparation', code: 'EBADNAME' })
  })
})

describe('DNS over UDP', () => {
  it('ignores answers to other queries and waits for its own', async () => {
    const { port } = await server((query) => [
      dnsResponse({ ...query, id: ((query.id ?? 0) + 1) & 0xffff }, [a('203.0.113.66')]),
      dnsResponse({ ...query, questions: [{ type: 'A', name: 'other.test' }] }, [a('203.0.113.66')]),
      dnsResponse({ ...query, questions: [{ type: 'TXT', name }] }, [a('203.0.113.66')]),
      Buffer.from('x'),
      dnsResponse(query, [a('192.0.2.1')]),
    ])
    expect((await probe({ port })).answer?.json.Answer.map(({ data }) => data)).toEqual(['192.0.2.1'])
  })

  it('ignores packets from any host but the name server, even with the right id', async () => {
    const otherSocket = createSocket('udp4')
    onTestFinished(() => void otherSocket.close())
    const { port } = await udpServer((bytes, from, socket) => {
      const query = decode(bytes)
      otherSocket.send(dnsResponse(query, [a('203.0.113.66')]), from.port, from.address, () =>
        late(30, () => socket.send(dnsResponse(query, [a('192.0.2.1')]), from.port, from.address)),
      )
    })
    expect((await probe({ port })).answer?.json.Answer[0]?.data).toBe('192.0.2.1')
  })

  it('queries again when a packet was lost', async () => {
    const { port } = await server((query, times) => (times === 1 ? null : dnsResponse(query, [a('192.0.2.1')])))
    const seen = await probe({ port, timeoutMs: 900 })
    expect(seen.answer?.responseCode).toBe('NOERROR')
    expect(seen.responseTimeMs).toBeGreaterThan(250)
  })

  it('uses a new random id for each query', async () => {
    const ids = new Set<number | undefined>()
    const { port } = await server((query) => {
      ids.add(query.id)
      return dnsResponse(query, [])
    })
    await Promise.all(Array.from({ length: 20 }, () => probe({ port })))
    expect(ids.size).toBeGreaterThan(15)
  })

  it('fails when the answer with its id makes no sense', async () => {
    const { port } = await server((query) => {
      const bytes = dnsResponse(query, [a('192.0.2.1')])
      return bytes.subarray(0, bytes.length - 3)
    })
    expect((await probe({ port })).failure).toMatchObject({ kind: 'protocol', code: 'EBADRESP' })
  })

  it('queries over TCP for an answer that was truncated', async () => {
    const tcp = await tcpAndUdpServer(
      (talk) => talk.once('data', (bytes) => talk.write(framed(dnsResponse(streamed(bytes), [a('192.0.2.7')])))),
      (bytes, from, socket) => {
        const cut = dnsResponse(decode(bytes), [a('192.0.2.1')], { flags: 0x0380 })
        socket.send(cut.subarray(0, cut.length - 2), from.port, from.address)
      },
    )
    const seen = await probe({ port: tcp.port })
    expect(seen.answer).toMatchObject({ protocol: 'TCP', json: { TC: false, Answer: [{ data: '192.0.2.7' }] } })
    await tcp.allClosed()
  })
})

const framed = (message: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}
const streamed = (bytes: Buffer): DecodedPacket => streamDecode(bytes) as DecodedPacket

describe('DNS over TCP', () => {
  const overTcp = (respond: (query: DecodedPacket) => Buffer) =>
    tcpServer((socket) =>
      socket.once('data', (bytes) => {
        const answer = respond(streamed(bytes))
        for (const [index, byte] of [...answer].entries()) late(index / 10, () => socket.write(Buffer.from([byte])))
      }),
    )

  it('reassembles an answer that arrives in parts', async () => {
    const tcp = await overTcp((query) => framed(dnsResponse(query, [a('192.0.2.1')])))
    const seen = await probe({ port: tcp.port, protocol: 'TCP' })
    expect(seen.answer).toMatchObject({ protocol: 'TCP', responseCode: 'NOERROR' })
    await tcp.allClosed()
  })

  it('fails on an answer to another query, and when the server hangs up', async () => {
    const foreign = await overTcp((query) => framed(dnsResponse({ ...query, id: ((query.id ?? 0) + 1) & 0xffff }, [])))
    expect((await probe({ port: foreign.port, protocol: 'TCP' })).failure).toMatchObject({ code: 'EBADRESP' })
    const closing = await tcpServer((socket) => socket.end('\0\xff'))
    expect((await probe({ port: closing.port, protocol: 'TCP' })).failure).toMatchObject({ code: 'ECONNRESET' })
  })
})

describe('without a name server of its own', () => {
  const inTurn = (ports: readonly number[], systemPort: number, timeoutMs = 5000) => {
    const egress = createEgress({ allowPrivateTargets: true }, new SystemClock(), {
      ...systemNameSources,
      nameServers: [`127.0.0.3:${systemPort}`, '127.0.0.1:1'],
    })
    const publicResolvers = ports.map((port) => ({ host: '127.0.0.1', port }))
    return dnsProbe(publicResolvers)(dnsTask({ nameServer: null, timeoutMs }), { ...probeTools, egress })
  }

  it('takes the first answer without an error code', async () => {
    const first = await answering(a('192.0.2.1'))
    const second = await failing(2)
    expect((await inTurn([first.port, second.port], 1)).answer?.json.Answer[0]?.data).toBe('192.0.2.1')
    const seen = await inTurn([second.port, first.port], 1)
    expect(seen.answer?.responseCode).toBe('NOERROR')
    expect(seen.log).toMatchObject([{ level: 'WARN', msg: '127.0.0.1 answered SERVFAIL.' }])
  })

  it('passes over a resolver that is silent, and counts only the lookup that answered', async () => {
    const silent = await udpServer(() => {})
    const second = await answering(a('192.0.2.1'))
    const seen = await inTurn([silent.port, second.port], 1, 600)
    expect(seen.answer?.responseCode).toBe('NOERROR')
    expect(seen.stoppedAt - seen.startedAt - seen.responseTimeMs).toBeGreaterThanOrEqual(290)
  })

  it('gives the last answer when all of them are errors, and the failure when there is none', async () => {
    const nameless = await failing(3)
    const refusing = await failing(5)
    expect((await inTurn([refusing.port, nameless.port], 1)).answer?.responseCode).toBe('NXDOMAIN')
    expect((await inTurn([1, 1], 1)).failure).toMatchObject({ code: 'ECONNREFUSED' })
  })
})
